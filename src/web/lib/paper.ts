export type Paper = 'A4' | 'LETTER'

/** Returns the paper that printers hold where the browser's language is spoken: Letter in a few countries, A4 in the rest of the world. */
export const usualPaper = (): Paper => (/-(?:US|CA|MX|PH)$/.test(navigator.language) ? 'LETTER' : 'A4')
