import { describe, expect, test } from 'vitest'
import { type Box, boxOf, chooseSpot, coversControl } from './toast-spot.ts'

const LAPTOP = { left: 0, right: 1280, height: 720 }
const PHONE = { left: 0, right: 390, height: 844 }
const HEIGHT = 50
const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, right: left + width, bottom: top + height })
const choose = (page: typeof LAPTOP, controls: Box[], height = HEIGHT) => chooseSpot(page, () => height, controls)

describe('chooseSpot', () => {
  test('chooses the lower right corner of a page without controls', () => {
    expect(choose(LAPTOP, [])).toEqual({ left: 1280 - 16 - 440, bottom: 720 - 16, width: 440 })
    expect(choose(PHONE, [])).toEqual({ left: 16, bottom: 844 - 16, width: 390 - 32 })
  })

  test('stays between the sidebars', () => {
    expect(choose({ left: 232, right: 1216, height: 720 }, [])).toMatchObject({ left: 1216 - 16 - 440, bottom: 720 - 16 })
  })

  test('moves just above a button in the corner', () => {
    const button = box(1230, 670, 32, 32)
    const spot = choose(LAPTOP, [button])
    expect(spot).toMatchObject({ left: 1280 - 16 - 440, bottom: 670 - 6 })
  })

  test('moves above the bottom bar of a phone', () => {
    expect(choose(PHONE, [box(0, 770, 390, 74)])).toMatchObject({ bottom: 770 - 6 })
  })

  test('prefers the center to a spot far up on the right', () => {
    const form = box(900, 400, 380, 320)
    expect(choose(LAPTOP, [form])).toMatchObject({ left: (1280 - 440) / 2, bottom: 720 - 16 })
  })

  test('does not squeeze into the left column of a full week', () => {
    expect(choose(LAPTOP, [box(252, 100, 1028, 620)])).toBeUndefined()
  })

  test('finds no spot if lessons fill the page, nor in its upper part', () => {
    expect(choose(LAPTOP, [box(0, 300, 1280, 420)])).toBeUndefined()
    expect(choose(PHONE, [box(0, 0, 390, 844)])).toBeUndefined()
    expect(choose(LAPTOP, [], 600)).toBeUndefined()
  })

  test('never covers a control, whatever the layout', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    let found = 0
    for (let round = 0; round < 500; round++) {
      const left = random(300)
      const page = { left, right: left + 320 + random(1300), height: 400 + random(700) }
      const controls = Array.from({ length: random(40) }, () =>
        box(random(page.right), random(page.height), 1 + random(200), 1 + random(80)),
      )
      const height = 30 + random(150)
      const spot = choose(page, controls, height)
      if (!spot) continue
      found += 1
      const toast = boxOf(spot, height)
      expect(coversControl(toast, controls)).toBe(false)
      expect(toast.left >= page.left && toast.right <= page.right && toast.top >= 0 && toast.bottom <= page.height).toBe(true)
    }
    expect(found).toBeGreaterThan(50)
  })
})
