/** What a button says that was pressed, and the fields beside it. */
export type Pressed = { action: string; [name: string]: string }

/** Returns what was pressed on a page, out of the form that it sent. */
export const pressedIn = (body: string): Pressed => {
  const { act = '{}', ...fields } = Object.fromEntries(new URLSearchParams(body))
  return { action: '', ...fields, ...(JSON.parse(act) as Record<string, string>) }
}
