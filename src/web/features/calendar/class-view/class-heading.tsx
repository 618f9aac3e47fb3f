import { useClasses } from '#web/features/classes/data.ts'

/** The bar's heading in the class view: the class and its room. */
export const ClassHeading = ({ classId }: { classId: string | undefined }) => {
  const shown = useClasses().find(({ id }) => id === classId)
  return (
    <h1 className="ml-1 flex min-w-0 items-baseline gap-2 text-heading-medium leading-tight whitespace-nowrap phone:text-heading">
      <span className="truncate">{shown?.name ?? 'Class'}</span>
      {shown && shown.room !== '' && (
        <span className="truncate text-label font-medium text-ink-soft @max-[700px]:hidden">{shown.room}</span>
      )}
    </h1>
  )
}
