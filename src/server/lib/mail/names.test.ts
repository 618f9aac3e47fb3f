import { describe, expect, test } from 'vitest'
import { plainName } from './names.ts'

describe('a mail contains the name that a user chose', () => {
  test.each([
    'Ann Lee',
    'J.R. Smith',
    'J. R. R. Tolkien',
    'Dr. José Núñez',
    'St. Mary School',
    'P.S. 118',
    'P.S.118',
    'Jackson, A.J.',
    '김민준',
    'Gal·la Riu',
    'ジョン・スミス',
    'P.S. 118 and 119',
    'Class of 2027',
  ])('if it’s a name: %s', (name) => expect(plainName(name, 'Somebody')).toBe(name))

  test.each([
    'Win a tablet at evil.com',
    'EVIL.COM',
    'evil24.de',
    'школа.рф',
    'evil。com',
    'ann@evil.example',
    'www.evil',
    'https://evil',
    't.co/x',
    'evil\u2024com',
    'evil·com',
    'evil•com',
    'evil‧com',
    'evil∙com',
    'evil⋅com',
    'evil・com',
    'evil\uFF0Ecom',
    'evil\uFF61com',
    'evil\uFE52com',
    'Call 0800 123 4567 NOW',
    '+1 (555) 010-9999',
    '٠٨٠٠١٢٣٤',
  ])('but not if it contains a website or phone number: %s', (name) => expect(plainName(name, 'Somebody')).toBe('Somebody'))
})
