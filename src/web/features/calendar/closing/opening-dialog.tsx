import { useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { counted } from '#web/lib/counted.ts'
import { listed } from '#web/lib/listed.ts'
import { spanWords } from '#web/lib/span-words.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { ChoiceCards } from '#web/ui/choices/choice-cards.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { openDays } from './opening-saves.ts'
import type { Unblocking } from './unblocking.ts'

type Answer = 'bringBack' | 'leave'

/** Names the days that open: the day if it is one, and how the dialog's title and description say them. */
const namesOf = ({ from, to, only }: Unblocking) => {
  const dates = only ?? (from === to ? [from] : [])
  const [one] = dates.length === 1 ? dates : []
  const day = one === undefined ? undefined : formatDay(one, 'weekdayLong')
  const inFull = one === undefined ? undefined : formatDay(one, 'full')
  const several = only ? listed(only.map((date) => formatDay(date, 'short'))) : spanWords({ from, to })
  return { day, title: only ? `Bring plans back to ${day ?? 'these days'}?` : `Unblock ${day ?? 'these days'}?`, about: inFull ?? several }
}

/** Returns a sentence about where the plans return, such as '4 to Wednesday, 3 to other days, with what you wrote since. 1 other lesson makes room.' */
const backWords = ({ from, to, only, preview: { back, others } }: Unblocking, day: string): string => {
  const isOpening = (date: string) => (only ? only.includes(date) : date >= from && date <= to)
  const here = back.filter((move) => move.to && isOpening(move.to.date)).length
  const elsewhere = back.length - here
  const places = [
    here > 0 && `${here} to ${day}`,
    elsewhere > 0 && `${elsewhere} to ${elsewhere === 1 ? 'another day' : 'other days'}`,
  ].filter(Boolean)
  const room = others.length > 0 ? ` ${counted(others.length, 'other lesson')} ${others.length === 1 ? 'makes' : 'make'} room.` : ''
  return `${places.join(', ')}, with what you wrote since.${room}`
}

/** Asks whether the plans of a closed day come back when it opens again. The counts are those of the server's preview. */
export const OpeningDialog = ({ question, onClose }: { question: Unblocking; onClose: () => void }) => {
  const calendar = useCalendar()
  const { only, preview } = question
  const [answer, setAnswer] = useState<Answer>('bringBack')
  const [isBusy, whileBusy] = usePending()
  const { day, title, about } = namesOf(question)
  const back = preview.back.length
  const save = async () => {
    if (await whileBusy(() => openDays(calendar, question, answer === 'bringBack' ? preview : null))) onClose()
  }
  const labels = only
    ? { bringBack: `Bring ${back} back`, leave: 'Leave them' }
    : { bringBack: `Unblock, bring ${back} back`, leave: 'Unblock, leave them' }
  const staying = `${day ?? 'These days'} ${day === undefined ? 'open as they are' : 'opens as it is'} now.`
  return (
    <FormDialog
      size="sm"
      title={title}
      description={about}
      submitLabel={labels[answer]}
      busy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <ChoiceCards
        legend="The lessons that moved on"
        value={answer}
        isStacked
        choices={[
          {
            value: 'bringBack',
            label: back === 1 ? 'Bring the lesson back' : `Bring the ${back} lessons back`,
            about: backWords(question, day ?? 'these days'),
          },
          { value: 'leave', label: 'Leave them where they are', about: only ? 'Nothing moves.' : staying },
        ]}
        onChange={setAnswer}
      />
    </FormDialog>
  )
}
