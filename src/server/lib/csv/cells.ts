/** Cells of CSV files that can't run as formulas, and how they are read again. */

/**
 * Matches positions at which a spreadsheet would start a formula: at the start of a cell, and after anything it may treat as a separator.
 * In locales that use `;` as the list separator, the spreadsheet doesn't understand our quotes, so spaces and quotes before a formula don't
 * protect against it. Apostrophes that were there get another one, so that {@link readCell} returns the same text.
 */
const FORMULA = /(^|[;\t\r\n])(?='*[ "]*[=+\-@＝＋－＠])|^(?='*[\t\r\n])/g
const DEFUSED = /(^|[;\t\r\n])'(?='*[ "]*[=+\-@＝＋－＠])|^'(?='*[\t\r\n])/g

/** Returns a quoted CSV cell. Prefixes formulas with a single quote, so that every spreadsheet shows them as text. */
export const csvCell = (value: string): string => `"${value.replace(FORMULA, "$1'").replaceAll('"', '""')}"`

/** Returns the text that a cell had before {@link csvCell} prefixed its formulas. */
export const readCell = (value: string): string => value.replace(DEFUSED, '$1')
