import { createHash } from 'node:crypto'
import { PRINT_STYLE } from '#shared/print-style.ts'

/** The hash of the stylesheet of printable pages, in Content-Security-Policy format. */
export const PRINT_STYLE_HASH = `sha256-${createHash('sha256').update(PRINT_STYLE).digest('base64')}`
