// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillDataDir } from '#test/migrated.ts'
import { soak } from '#test/soak/soak.ts'

test("a school of fifty at work for half a minute gets every answer, and the server doesn't grow (npm run soak is the long version)", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'firstbell-soak-'))
  try {
    await fillDataDir(join(folder, 'data'))
    const { samples, faults, calls } = await soak({ env: { DATA_DIR: join(folder, 'data') }, teachers: 50, seconds: 30 })
    expect(faults).toEqual([])
    // Far below what an idle machine does.
    expect(calls).toBeGreaterThan(300)
    const [middle, last] = [samples[Math.floor(samples.length / 2)], samples.at(-1)]
    // Guards against a leak of 40 kB per call, which would add up to 90 MB by this point.
    expect((last?.megabytes ?? 0) - (middle?.megabytes ?? 0)).toBeLessThan(40)
    expect(last?.handles).toBeLessThan(400)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
