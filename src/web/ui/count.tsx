/** A badge that shows the number of pending items. Renders nothing for zero. */
export const Count = ({ value }: { value: number }) =>
  value > 0 && (
    <span className="inline-grid h-[18px] min-w-[18px] shrink-0 place-items-center rounded-full bg-brand px-1 text-tiny font-bold text-on-brand tabular">
      {value}
      <span className="sr-only"> waiting</span>
    </span>
  )
