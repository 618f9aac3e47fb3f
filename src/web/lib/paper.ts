export type Paper = 'A4' | 'LETTER'

/** Returns the usual paper size for the browser's locale: Letter in a few countries, A4 elsewhere. */
export const usualPaper = (): Paper => (/-(?:US|CA|MX|PH)$/.test(navigator.language) ? 'LETTER' : 'A4')
