//! What is heard on a desktop: noise and tones that are made here.

use std::cell::RefCell;
use std::f32::consts::TAU;
use std::num::NonZero;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rodio::buffer::SamplesBuffer;
use rodio::{DeviceSinkBuilder, MixerDeviceSink, Player, Source};

use crate::window::Sound;

/// Samples of a second.
const RATE: NonZero<u32> = NonZero::new(44_100).expect("it is not zero");
/// One ear is as good as two.
const CHANNELS: NonZero<u16> = NonZero::new(1).expect("it is not zero");

thread_local! {
    /// Opened by the first sound; none on a machine that plays none.
    static VOICES: RefCell<Option<Voices>> = RefCell::new(Voices::open());
}

/// Plays what is heard in a frame, until it is told of another one.
pub(crate) fn play(sound: Sound) {
    VOICES.with_borrow_mut(|voices| {
        if let Some(voices) = voices {
            voices.play(sound);
        }
    });
}

/// What sounds at the same time.
struct Voices {
    engine: Player,
    jets: Player,
    alarm: Player,
    /// How the last flight ended.
    end: Option<f32>,
    device: MixerDeviceSink,
}

impl Voices {
    fn open() -> Option<Self> {
        let mut device = DeviceSinkBuilder::open_default_sink().ok()?;
        device.log_on_drop(false);
        let endless = |samples: Vec<f32>| {
            let player = Player::connect_new(device.mixer());
            player.set_volume(0.0);
            player.append(buffer(samples).repeat_infinite());
            player
        };
        Some(Self {
            engine: endless(looped(noise(2.0, 0.0, 240.0))),
            jets: endless(looped(noise(2.0, 1800.0, 3600.0))),
            alarm: endless(alarm()),
            end: None,
            device,
        })
    }

    fn play(&mut self, sound: Sound) {
        self.engine.set_volume(0.8 * sound.engine);
        self.jets.set_volume(0.2 * sound.jets);
        self.alarm.set_volume(if sound.alarm { 0.15 } else { 0.0 });
        if sound.end != self.end {
            self.end = sound.end;
            if let Some(speed) = sound.end {
                let player = Player::connect_new(self.device.mixer());
                player.append(buffer(if speed < 0.0 { landing() } else { crash(speed) }));
                player.detach();
            }
        }
    }
}

fn buffer(samples: Vec<f32>) -> SamplesBuffer {
    SamplesBuffer::new(CHANNELS, RATE, samples)
}

fn count(seconds: f32) -> usize {
    (seconds * RATE.get() as f32) as usize
}

/// A filter that keeps what is slower than a frequency \[Hz\]: a share of the difference in each sample.
fn share(frequency: f32) -> f32 {
    1.0 - (-TAU * frequency / RATE.get() as f32).exp()
}

/// Noise between two frequencies \[Hz\], of the loudness 1 at most.
fn noise(seconds: f32, low: f32, high: f32) -> Vec<f32> {
    let mut random = Pcg64::seed_from_u64(1);
    let [slow, fast] = [low, high].map(share);
    let (mut below, mut within) = (0.0, [0.0; 2]);
    let samples = (0..count(seconds)).map(|_| {
        let mut value = random.random_range(-1.0..1.0);
        for stage in &mut within {
            *stage += fast * (value - *stage);
            value = *stage;
        }
        below += slow * (value - below);
        value - below
    });
    loud(samples.collect())
}

/// Scaled so that the loudest sample is 1.
fn loud(mut samples: Vec<f32>) -> Vec<f32> {
    let most = samples
        .iter()
        .fold(f32::MIN_POSITIVE, |most, it| most.max(it.abs()));
    samples.iter_mut().for_each(|sample| *sample /= most);
    samples
}

/// The last tenth fades into the first, so that what repeats has no seam.
fn looped(mut samples: Vec<f32>) -> Vec<f32> {
    let overlap = samples.len() / 10;
    let tail = samples.split_off(samples.len() - overlap);
    for (index, (sample, end)) in samples.iter_mut().zip(tail).enumerate() {
        let fade = index as f32 / overlap as f32;
        *sample = fade * *sample + (1.0 - fade) * end;
    }
    samples
}

/// A tone that dies away.
fn tone(frequency: f32, seconds: f32) -> impl Iterator<Item = f32> {
    (0..count(seconds)).map(move |index| {
        let time = index as f32 / RATE.get() as f32;
        (TAU * frequency * time).sin() * (-7.0 * time / seconds).exp()
    })
}

/// Beeps with pauses between them.
fn alarm() -> Vec<f32> {
    let mut samples: Vec<f32> = tone(880.0, 0.12).collect();
    samples.resize(count(0.6), 0.0);
    samples
}

/// A blow that dies away, and gets duller.
fn blow(frequency: f32, seconds: f32) -> Vec<f32> {
    let mut random = Pcg64::seed_from_u64(2);
    let mut value = 0.0;
    let samples = (0..count(seconds)).map(|index| {
        let gone = index as f32 / count(seconds) as f32;
        value += share(frequency * (-3.0 * gone).exp()) * (random.random_range(-1.0..1.0) - value);
        value * (-6.0 * gone).exp()
    });
    loud(samples.collect())
}

/// The louder and longer the faster \[m/s\].
fn crash(speed: f32) -> Vec<f32> {
    let loudness = (0.2 + speed / 30.0).min(0.9);
    let mut samples = blow(1200.0, 0.3 + (speed / 20.0).min(1.7));
    samples.iter_mut().for_each(|sample| *sample *= loudness);
    samples
}

/// Feet that touch down, and three tones.
fn landing() -> Vec<f32> {
    let mut samples = blow(300.0, 0.25);
    samples.resize(count(1.0), 0.0);
    for (index, frequency) in [523.0, 659.0, 784.0].into_iter().enumerate() {
        let start = count(0.2 + 0.12 * index as f32);
        for (sample, more) in samples[start..].iter_mut().zip(tone(frequency, 0.4)) {
            *sample = 0.4 * *sample + 0.15 * more;
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often the sign changes in a second.
    fn pitch(samples: &[f32]) -> f32 {
        let changes = samples.windows(2).filter(|pair| pair[0] * pair[1] < 0.0);
        changes.count() as f32 * RATE.get() as f32 / samples.len() as f32
    }

    #[test]
    fn no_sample_is_louder_than_a_device_plays() {
        let all = [
            alarm(),
            landing(),
            crash(0.0),
            crash(1e9),
            noise(2.0, 0.0, 240.0),
        ];
        for samples in all {
            assert!(
                samples.iter().all(|sample| sample.abs() <= 1.0),
                "{samples:?}"
            );
            assert!(samples.iter().any(|sample| sample.abs() > 0.1));
        }
    }

    #[test]
    fn engines_hum_lower_than_jets_and_repeat_without_a_seam() {
        let [engine, jets] =
            [(0.0, 240.0), (1800.0, 3600.0)].map(|(low, high)| looped(noise(2.0, low, high)));
        assert!(
            pitch(&engine) < 1500.0 && pitch(&jets) > 3000.0,
            "{} {}",
            pitch(&engine),
            pitch(&jets)
        );
        for samples in [engine, jets] {
            let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            let most = steps.fold(0.0, f32::max);
            let seam = samples[0] - samples[samples.len() - 1];
            assert!(seam.abs() <= most, "{seam} {most}");
        }
    }

    #[test]
    fn a_faster_crash_is_louder_and_longer_and_the_alarm_beeps_twice_in_a_second() {
        let [soft, hard] = [3.0, 40.0].map(crash);
        let most = |samples: &[f32]| samples.iter().copied().fold(0.0, f32::max);
        assert!(hard.len() > soft.len() && most(&hard) > most(&soft));
        assert_eq!(alarm().len(), count(0.6));
    }

    #[test]
    fn a_machine_without_a_device_is_silent() {
        // whatever this machine has, nothing fails
        let sound = Sound {
            engine: 1.0,
            jets: 0.5,
            alarm: true,
            end: Some(5.0),
        };
        play(sound);
        play(Sound::default());
        let is_open = VOICES.with_borrow(Option::is_some);
        assert_eq!(is_open, DeviceSinkBuilder::open_default_sink().is_ok());
    }
}
