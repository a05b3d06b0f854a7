//! Arrays of NumPy, without a crate for NumPy, and numbers and vectors that functions of Python return.
//!
//! In: by the array interface protocol, which tells where the numbers are; nothing is copied. Out: a `bytearray`, which
//! `numpy.frombuffer` makes a writable array without a copy.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, Mutex, PoisonError};

use bytemuck::NoUninit;
use kinstep_common::space::Three;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyComplex, PyDict, PyFloat, PyInt, PyTuple};

use crate::errors::wrong_type;

/// A number that arrays may have.
pub(crate) trait Element: NoUninit {
    /// How NumPy writes the type.
    const TYPE: &'static str;
    /// How people write it.
    const NAME: &'static str;
}

macro_rules! element {
    ($($number:ty, $little:literal, $big:literal, $name:literal;)*) => {$(
        impl Element for $number {
            const TYPE: &'static str = if cfg!(target_endian = "big") { $big } else { $little };
            const NAME: &'static str = $name;
        }
    )*};
}

element! {
    f64, "<f8", ">f8", "float64";
    f32, "<f4", ">f4", "float32";
    u64, "<u8", ">u8", "uint64";
    u8, "|u1", "|u1", "uint8";
}

/// The numbers of a contiguous array, where they are.
struct View {
    address: usize,
    shape: Vec<usize>,
}

impl View {
    fn of<T: Element>(array: &Bound<'_, PyAny>, name: &str, is_written: bool) -> PyResult<Self> {
        let Ok(interface) = array.getattr("__array_interface__") else {
            let kind = array.get_type();
            return wrong_type(format_args!(
                "the {name} are a {kind}; they must be an array"
            ));
        };
        let field = |key: &str| interface.get_item(key);
        let (address, is_frozen): (usize, bool) = field("data")?.extract()?;
        let shape: Vec<usize> = field("shape")?.extract()?;
        let kind: String = field("typestr")?.extract()?;
        let is_aligned = address.is_multiple_of(align_of::<T>()) || shape.contains(&0);
        let reason = if kind != T::TYPE {
            format!("of type {kind}")
        } else if interface
            .cast::<PyDict>()?
            .get_item("strides")?
            .is_some_and(|it| !it.is_none())
        {
            // NumPy tells no strides of a contiguous array
            "that is not contiguous".to_owned()
        } else if is_written && is_frozen {
            "that is read-only".to_owned()
        } else if !is_aligned {
            "that is not aligned".to_owned()
        } else {
            return Ok(Self { address, shape });
        };
        let wanted = T::NAME;
        Err(PyValueError::new_err(format!(
            "the {name} are an array {reason}; it must be contiguous, aligned and of {wanted}"
        )))
    }

    fn len(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Returns the numbers of an array, and its shape.
pub(crate) fn shaped<'a, T: Element>(
    array: &'a Bound<'_, PyAny>,
    name: &str,
) -> PyResult<(&'a [T], Vec<usize>)> {
    let view = View::of::<T>(array, name, false)?;
    if view.len() == 0 {
        return Ok((&[], view.shape));
    }
    // SAFETY: the array, which lives as long as the slice, has so many numbers of this type at this aligned address. An array
    // to which something refers is not resized
    let numbers = unsafe { std::slice::from_raw_parts(view.address as *const T, view.len()) };
    Ok((numbers, view.shape))
}

/// Returns the numbers of an array.
pub(crate) fn numbers<'a, T: Element>(
    array: &'a Bound<'_, PyAny>,
    name: &str,
) -> PyResult<&'a [T]> {
    Ok(shaped(array, name)?.0)
}

/// Returns the numbers of an array; none without an array.
pub(crate) fn numbers_or_none<'a>(
    array: Option<&'a Bound<'_, PyAny>>,
    name: &str,
) -> PyResult<&'a [f64]> {
    array.map_or(Ok(&[]), |array| numbers(array, name))
}

/// Memory that is being written to: starts and ends.
static BUSY: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

/// The numbers of an array that is written to. No two of them share memory.
pub(crate) struct Written<'a, T> {
    numbers: &'a mut [T],
    /// How many components a row has.
    pub(crate) width: usize,
    addresses: Range<usize>,
}

impl<'a, T: Element> Written<'a, T> {
    pub(crate) fn of(array: &'a Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let view = View::of::<T>(array, name, true)?;
        let width = view.shape.last().copied().unwrap_or(1);
        if view.len() == 0 {
            let (numbers, addresses) = (Default::default(), 0..0);
            return Ok(Self {
                numbers,
                width,
                addresses,
            });
        }
        let addresses = view.address..view.address + size_of::<T>() * view.len();
        let mut busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
        let before = busy.range(..addresses.end).next_back();
        if before.is_some_and(|(_, end)| *end > addresses.start) {
            return Err(PyValueError::new_err(format!(
                "the {name} are an array that is being written to by this call or another one; give two arrays, and step them in one thread"
            )));
        }
        busy.insert(addresses.start, addresses.end);
        // SAFETY: as in `shaped`, and the list above has no other slice of this memory
        let numbers = unsafe { std::slice::from_raw_parts_mut(view.address as *mut T, view.len()) };
        Ok(Self {
            numbers,
            width,
            addresses,
        })
    }
}

impl<T> Drop for Written<'_, T> {
    fn drop(&mut self) {
        let mut busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
        busy.remove(&self.addresses.start);
    }
}

impl<T> Deref for Written<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.numbers
    }
}

impl<T> DerefMut for Written<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.numbers
    }
}

/// Returns a new array with these numbers.
pub(crate) fn array<'py, T: Element>(
    py: Python<'py>,
    numbers: &[T],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    static FROM_BUFFER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static EMPTY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    if numbers.is_empty() {
        let empty = EMPTY.import(py, "numpy", "empty")?;
        return empty.call1((PyTuple::new(py, shape)?, T::TYPE));
    }
    let bytes = PyByteArray::new(py, bytemuck::cast_slice(numbers));
    let flat = FROM_BUFFER
        .import(py, "numpy", "frombuffer")?
        .call1((bytes, T::TYPE))?;
    match shape {
        [_] => Ok(flat),
        _ => flat.call_method1("reshape", (PyTuple::new(py, shape)?,)),
    }
}

/// A number of a function's answer: a float, an int, or a number of NumPy, which is real.
pub(crate) fn number(value: &Bound<'_, PyAny>, name: &str) -> PyResult<f64> {
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(number.value());
    }
    let kind = || value.getattr("dtype")?.getattr("kind")?.extract::<String>();
    let is_number = value.is_instance_of::<PyInt>()
        || (!value.is_instance_of::<PyComplex>() && kind().is_ok_and(|kind| "fiu".contains(&kind)));
    match value.extract::<f64>() {
        Ok(number) if is_number => Ok(number),
        _ => wrong_type(format_args!(
            "the {name} is {value:?}; it must be a real number"
        )),
    }
}

/// A vector of a function's answer.
pub(crate) fn vector(value: &Bound<'_, PyAny>, dimensions: usize, name: &str) -> PyResult<Three> {
    let mut numbers = Vec::with_capacity(3);
    let read = (value.try_iter()).and_then(|components| {
        for component in components {
            numbers.push(number(&component?, name)?);
        }
        Ok(())
    });
    if read.is_err() || numbers.len() != dimensions {
        return wrong_type(format_args!(
            "the {name} is {value:?}; it must be {dimensions} real numbers"
        ));
    }
    Ok(std::array::from_fn(|axis| {
        numbers.get(axis).copied().unwrap_or(0.0)
    }))
}

/// Returns a vector as an array.
pub(crate) fn to_vector<'py>(
    py: Python<'py>,
    vector: &Three,
    dimensions: usize,
) -> PyResult<Bound<'py, PyAny>> {
    array(py, &vector[..dimensions], &[dimensions])
}

/// Numbers of Rust that NumPy shows where they are, and does not write to.
#[pyclass(frozen, module = "kinstep._kinstep")]
pub(crate) struct Storage {
    /// What has the numbers: it keeps them alive, and at their address.
    _owner: Arc<dyn Any + Send + Sync>,
    address: usize,
    shape: [usize; 2],
    kind: &'static str,
}

impl Storage {
    /// The numbers must be those of the owner, and stay as they are while it lives.
    pub(crate) fn of<T: Element>(
        owner: Arc<dyn Any + Send + Sync>,
        numbers: &[T],
        width: usize,
    ) -> Self {
        Self {
            _owner: owner,
            address: numbers.as_ptr() as usize,
            shape: [numbers.len() / width, width],
            kind: T::TYPE,
        }
    }
}

#[pymethods]
impl Storage {
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", PyTuple::new(py, self.shape)?)?;
        interface.set_item("typestr", self.kind)?;
        interface.set_item("data", (self.address, true))?;
        Ok(interface)
    }
}
