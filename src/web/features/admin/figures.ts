const whole = new Intl.NumberFormat('en-US')

/** A number as the dashboard writes it: `1,306`. */
export const formatNumber = (value: number): string => whole.format(value)
