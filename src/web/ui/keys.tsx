/** A key, or keys pressed together, as they are printed on the keyboard. */
export const Keys = ({ name }: { name: string }) => (
  <kbd className="rounded-md border border-line bg-paper px-1.5 py-0.5 font-text text-small font-semibold text-ink-soft tabular">
    {name}
  </kbd>
)
