/** The heading of a part of the gate. */
export const PartHeading = ({ children }: { children: string }) => (
  <h2 className="font-text text-small font-semibold tracking-normal text-ink-soft">{children}</h2>
)
