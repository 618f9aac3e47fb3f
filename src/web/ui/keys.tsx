/** A key or key combination as printed on the keyboard. */
export const Keys = ({ name }: { name: string }) => (
  <kbd className="rounded-md border border-line bg-paper px-1.5 py-0.5 font-text text-small font-semibold whitespace-nowrap text-ink-soft tabular">
    {name}
  </kbd>
)
