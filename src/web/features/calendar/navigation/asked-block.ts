/** Tracks the lesson that another feature, such as search, asked to open. The lesson opens as soon as its week has loaded. */
import { useEffect } from 'react'
import { mondayOf } from '#shared/dates.ts'
import { blockOn, dayOfWeek, type PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

type AskedBlock = {
  date: string
  blockId: string
  /** Set once the week has been refetched, because the lesson may be newer than this tab's data. */
  isReadAgain?: boolean
}

const asked = createStore<AskedBlock | undefined>(undefined)

/** Requests that a lesson be opened. The caller must also navigate to its week, before or after this. */
export const askForBlock = (date: string, blockId: string): void => asked.set({ date, blockId })

type AskedBlockProps = {
  week: PlannedWeek | undefined
  /** The displayed date. */
  date: string
  onOpen: (date: string, blockId: string) => void
  onRefetch: () => Promise<unknown>
}

/** Opens the requested lesson once its week has loaded. */
export const useAskedBlock = ({ week, date, onOpen, onRefetch }: AskedBlockProps): void => {
  const block = useStore(asked)
  useEffect(() => {
    if (!block || week?.monday !== mondayOf(date)) return
    const isHere = week.monday === mondayOf(block.date)
    const day = dayOfWeek(week, block.date)
    const isThere = day && blockOn(day, block.blockId) !== undefined
    // The teacher navigated to another week, so the request is dropped.
    if (!isHere) asked.set(undefined)
    else if (isThere) {
      asked.set(undefined)
      onOpen(block.date, block.blockId)
    } else if (block.isReadAgain) {
      asked.set(undefined)
      showToast({ title: 'We can’t find that lesson', description: 'It was moved or deleted after you searched.' })
    } else void onRefetch().then(() => asked.get() === block && asked.set({ ...block, isReadAgain: true }))
  })
}
