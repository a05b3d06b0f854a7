"""Fails unless a PNG has a size, as in 950x608, and many colours: python3 picture.py FILE SIZE"""

import struct
import sys
import zlib

file, size = sys.argv[1:]
data = open(file, "rb").read()
width, height = struct.unpack(">2I", data[16:24])
place, packed = 8, b""
while place < len(data):
    (length,) = struct.unpack(">I", data[place : place + 4])
    if data[place + 4 : place + 8] == b"IDAT":
        packed += data[place + 8 : place + 8 + length]
    place += 12 + length
rows = zlib.decompress(packed)
# a row is a byte that names its filter, and its pixels; differences of neighbours are as colourful as the pixels
pixels = {rows[at : at + 4] for row in range(height) for at in range(row * (4 * width + 1) + 1, (row + 1) * (4 * width + 1), 4)}
print(f"{file}: {width} by {height} pixels, {len(pixels)} kinds")
assert f"{width}x{height}" == size and len(pixels) > 300, size
