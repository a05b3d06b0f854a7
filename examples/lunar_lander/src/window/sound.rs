//! Sounds: noise and tones that are generated here and played by macroquad.

use std::f32::consts::TAU;

use lunar_lander::game::Game;
use lunar_lander::touchdown::Outcome;
use macroquad::audio::{
    PlaySoundParams, Sound, load_sound_from_bytes, play_sound, set_sound_volume,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// Samples per second.
const RATE: u32 = 44_100;

/// Sounds of a frame.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Heard {
    /// Volumes from 0 to 1 of the main engine, the jets, and the alarm for little fuel.
    endless: [f32; 3],
    /// Speed at the contact with the ground, after a contact \[m/s\]; negative for a landing.
    end: Option<f32>,
}

impl Heard {
    /// Sounds of a flight at its present time.
    pub(super) fn of(game: &Game) -> Self {
        let lander = game.lander();
        let speed = lander.body().velocity.norm() as f32;
        let (controls, fuel) = (lander.controls(), lander.fuel() / lander.craft().fuel);
        let is_little = fuel > 0.0 && fuel <= 0.12;
        let [engine, jets] = [controls.throttle, controls.turn.abs()].map(|it| it as f32);
        let (endless, end) = match game.ending().map(|ending| &ending.outcome) {
            None => ([engine, jets, f32::from(u8::from(is_little))], None),
            Some(Outcome::Landed { .. }) => ([0.0; 3], Some(-speed)),
            Some(Outcome::Crashed { .. }) => ([0.0; 3], Some(speed)),
            Some(Outcome::Lost) => ([0.0; 3], None),
        };
        Self { endless, end }
    }
}

/// All sounds, after they have been loaded.
pub(super) struct Sounds {
    endless: [Sound; 3],
    landing: Sound,
    crash: Sound,
    /// Sounds of the previous frame.
    last: Heard,
}

impl Sounds {
    /// Loads all sounds; returns `None` if the program was built without sound.
    pub(super) async fn load() -> Option<Self> {
        if !cfg!(any(feature = "sound", target_arch = "wasm32")) {
            return None;
        }
        let mut alarm: Vec<f32> = tone(880.0, 0.12).collect();
        alarm.resize(count(0.6), 0.0);
        let samples = [
            looped(noise(2.0, [0.0, 240.0], 0.0)),
            looped(noise(2.0, [1800.0, 3600.0], 0.0)),
            alarm,
            landing(),
            noise(1.4, [0.0, 700.0], 6.0),
        ];
        let mut sounds = Vec::new();
        for samples in samples {
            sounds.push(load_sound_from_bytes(&wave(&samples)).await.ok()?);
        }
        let [engine, jets, alarm, landing, crash] = sounds.try_into().ok()?;
        let endless = [engine, jets, alarm];
        for sound in &endless {
            let (looped, volume) = (true, 0.0);
            play_sound(sound, PlaySoundParams { looped, volume });
        }
        let last = Heard::default();
        Some(Self {
            endless,
            landing,
            crash,
            last,
        })
    }

    /// Plays the sounds of a frame, which last until the next call.
    pub(super) fn play(&mut self, heard: Heard) {
        if heard == self.last {
            return;
        }
        let loudness = heard.endless.into_iter().zip([0.8, 0.2, 0.15]);
        for (sound, (share, most)) in self.endless.iter().zip(loudness) {
            set_sound_volume(sound, share * most);
        }
        if let Some(speed) = heard.end.filter(|_| heard.end != self.last.end) {
            let (sound, volume) = if speed < 0.0 {
                (&self.landing, 1.0)
            } else {
                (&self.crash, (0.2 + speed / 30.0).min(0.9))
            };
            let looped = false;
            play_sound(sound, PlaySoundParams { looped, volume });
        }
        self.last = heard;
    }
}

/// Samples as a WAV file with 16 bits and one channel.
fn wave(samples: &[f32]) -> Vec<u8> {
    let size = 2 * samples.len() as u32;
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((36 + size).to_le_bytes());
    bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    bytes.extend(RATE.to_le_bytes());
    bytes.extend((2 * RATE).to_le_bytes());
    bytes.extend(b"\x02\0\x10\0data");
    bytes.extend(size.to_le_bytes());
    let samples = samples.iter().map(|it| (32_767.0 * it) as i16);
    bytes.extend(samples.flat_map(i16::to_le_bytes));
    bytes
}

fn count(seconds: f32) -> usize {
    (seconds * RATE as f32) as usize
}

/// Noise between two frequencies \[Hz\] that decays by the factor e to the power of -`decay`; its
/// loudest sample is 1.
fn noise(seconds: f32, between: [f32; 2], decay: f32) -> Vec<f32> {
    let mut random = Pcg64::seed_from_u64(1);
    // in each sample, the output of a filter approaches its input by this share
    let [slow, fast] = between.map(|frequency| 1.0 - (-TAU * frequency / RATE as f32).exp());
    let (mut below, mut within) = (0.0, [0.0; 2]);
    let mut samples: Vec<f32> = Vec::with_capacity(count(seconds));
    for index in 0..count(seconds) {
        let mut value = random.random_range(-1.0..1.0);
        for stage in &mut within {
            *stage += fast * (value - *stage);
            value = *stage;
        }
        below += slow * (value - below);
        samples.push((value - below) * (-decay * index as f32 / count(seconds) as f32).exp());
    }
    let most = samples.iter().fold(0.0, |most: f32, it| most.max(it.abs()));
    samples.iter().map(|sample| sample / most).collect()
}

/// Blends the last tenth into the first, so that the repeated sound has no gap.
fn looped(mut samples: Vec<f32>) -> Vec<f32> {
    let overlap = samples.len() / 10;
    let tail = samples.split_off(samples.len() - overlap);
    for (index, (sample, end)) in samples.iter_mut().zip(tail).enumerate() {
        let fade = index as f32 / overlap as f32;
        *sample = fade * *sample + (1.0 - fade) * end;
    }
    samples
}

/// A tone that decays.
fn tone(frequency: f32, seconds: f32) -> impl Iterator<Item = f32> {
    let times = (0..count(seconds)).map(|index| index as f32 / RATE as f32);
    times.map(move |time| (TAU * frequency * time).sin() * (-7.0 * time / seconds).exp())
}

/// The sound of feet on the ground, and three tones.
fn landing() -> Vec<f32> {
    let mut samples = noise(0.25, [0.0, 200.0], 6.0);
    samples.resize(count(1.0), 0.0);
    for (index, frequency) in [523.0, 659.0, 784.0].into_iter().enumerate() {
        let start = count(0.2 + 0.12 * index as f32);
        for (sample, more) in samples[start..].iter_mut().zip(tone(frequency, 0.4)) {
            *sample = 0.4 * *sample + 0.15 * more;
        }
    }
    samples
}
