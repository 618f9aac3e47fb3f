import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

const ADDRESS = 'https://firstbell.example/s/k7Wd2pQx9TfMk7Wd2pQx9T'

test('the code of a link has a quiet zone of four modules, which scanners need', () => {
  const { size, path } = qrCode(ADDRESS)
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].map(([, x, y, length]) => [Number(x), Number(y), Number(length)] as const)
  expect(Math.min(...runs.map(([x]) => x))).toBe(4)
  expect(Math.max(...runs.map(([x, , length]) => x + length))).toBe(size - 4)
  expect(Math.min(...runs.map(([, y]) => y))).toBe(4)
  expect(Math.max(...runs.map(([, y]) => y))).toBe(size - 5)
})

test('each corner but one has a finder pattern, and the same address gives the same code', () => {
  const { size, path } = qrCode(ADDRESS)
  for (const corner of ['M4 4h7', `M${size - 11} 4h7`, `M4 ${size - 11}h7`]) expect(path).toContain(corner)
  expect(qrCode(ADDRESS).path).toBe(path)
})
