/** A clicked button's action and the other fields of its form. */
export type Pressed = { action: string; [name: string]: string }

/** Parses a submitted form into the clicked button's action. */
export const pressedIn = (body: string): Pressed => {
  const { act = '{}', ...fields } = Object.fromEntries(new URLSearchParams(body))
  return { action: '', ...fields, ...(JSON.parse(act) as Record<string, string>) }
}
