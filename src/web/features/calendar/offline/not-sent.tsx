import { ChevronDown, CircleAlert, Clock, CloudOff, HardDrive, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay, formatTime, timeIn, todayIn } from '#shared/dates.ts'
import { textLines } from '#shared/plain-text.ts'
import { type ConflictQuestion, useLateQuestions } from '#web/features/calendar/days/conflict-question.ts'
import type { StoredEdit } from '#web/features/calendar/days/outbox/stored-edits.ts'
import { dropRefused, resendRefused, sendNow, useRefusedEdits } from '#web/features/calendar/days/outbox/unsent.ts'
import { useAllPendingEdits } from '#web/features/calendar/days/pending.ts'
import type { DayEdit } from '#web/features/calendar/model/edits.ts'
import { useUser } from '#web/features/people/data.ts'
import { useSaveStatus } from '#web/lib/net/save-status.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { report } from '#web/ui/report.ts'
import { editLines } from './edit-lines.ts'

/** How much of a text the list shows, in characters. */
const EXCERPT = 240

// On phones, the words need its place.
const CLOUD = <CloudOff className="size-4 shrink-0 phone:min-[380px]:hidden" />
const OPEN = <ChevronDown className="size-4 shrink-0 phone:hidden" />
const RETRY = <RotateCw className="size-3.5" />
const WARNING = <CircleAlert className="mt-0.5 size-4 shrink-0 text-brass-ink" />
const WAITING = <Clock className="mt-0.5 size-4 shrink-0 text-ink-soft" />

/** Returns when an edit was made, in the teacher's time zone: '10:47 AM', with the day if it isn't today. */
const useWhen = (): ((at: number) => string) => {
  const { timezone, preferences } = useUser()
  return (at) => {
    const day = todayIn(timezone, at)
    const time = formatTime(timeIn(timezone, at), preferences.timeFormat)
    return day === todayIn(timezone, Date.now()) ? time : `${formatDay(day, 'short')}, ${time}`
  }
}

const excerptOf = (block: TimeBlock | null): string => (block ? textLines(block.description, EXCERPT).trim() || block.title : 'Deleted')

type VersionProps = { heading: string; block: TimeBlock | null; label: string; onKeep: () => void }

const Version = ({ heading, block, label, onKeep }: VersionProps) => (
  <section className="flex min-w-0 flex-col items-start gap-1 rounded-control border border-line bg-surface p-2.5">
    <h4 className="font-text text-caption font-normal tracking-normal text-ink-soft">{heading}</h4>
    <p className="flex-1 text-label whitespace-pre-line wrap-anywhere">{excerptOf(block)}</p>
    <Button size="sm" aria-label={label} className="mt-1" onClick={onKeep}>
      Keep this
    </Button>
  </section>
)

/** A lesson that was changed here and elsewhere. Both versions are kept until the teacher answers. */
const Question = ({ question: { conflict, date, answer } }: { question: ConflictQuestion }) => {
  const { mine, theirs } = conflict
  const name = `${(mine ?? theirs)?.title}, ${formatDay(date, 'short')}`
  return (
    <li className="rounded-control border border-brass bg-brass-soft p-3">
      <div className="flex gap-2">
        {WARNING}
        <p className="text-label">
          <b className="font-semibold">{name} needs your answer</b>
          <br />
          It was changed here and elsewhere. Both are kept.
        </p>
      </div>
      <div className="mt-2.5 grid gap-2 sm:grid-cols-2">
        <Version heading="This device" block={mine} label={`Keep this device’s version of ${name}`} onKeep={() => answer('mine')} />
        <Version heading="Elsewhere" block={theirs} label={`Keep the other version of ${name}`} onKeep={() => answer('theirs')} />
      </div>
      {mine && theirs && (
        <Button variant="ghost" size="sm" className="mt-1.5" onClick={() => answer('both')}>
          Keep both, as two lessons
        </Button>
      )}
    </li>
  )
}

const Row = ({ icon, edit, at, children }: { icon: ReactNode; edit: DayEdit; at: string; children?: ReactNode }) => {
  const { name, change } = editLines(edit)
  return (
    <li className="flex gap-2.5 border-b border-line py-2 text-label last:border-b-0">
      {icon}
      <div className="min-w-0 flex-1">
        <b className="font-semibold wrap-anywhere">{name}</b>
        {change && <p className="text-ink-soft">{change}</p>}
        {children}
      </div>
      <span className="shrink-0 text-ink-soft tabular">{at}</span>
    </li>
  )
}

/** Returns an edit's text, so that it can be copied although the server refused it. */
const textIn = (edit: DayEdit): string => {
  if (edit.type === 'block' || edit.type === 'move') return edit.after ? textLines(edit.after.description).trim() : ''
  return edit.type === 'mark' || edit.type === 'marks' ? (edit.text ?? '') : ''
}

const Refused = ({ stored, at }: { stored: StoredEdit; at: string }) => {
  const text = textIn(stored.edit)
  const failed = (description: string) => ({ title: 'That didn’t work', description })
  return (
    <Row icon={WARNING} edit={stored.edit} at={at}>
      <p className="text-blocked">Not saved. {stored.refusal?.message}</p>
      {text && (
        <details>
          <summary className="cursor-pointer text-ink-soft">Its text</summary>
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        </details>
      )}
      <div className="-ml-2.5 flex">
        <Button variant="ghost" size="sm" onClick={() => void report(() => resendRefused(stored), { failed })}>
          Try again
        </Button>
        <Button variant="ghost" size="sm" onClick={() => void report(() => dropRefused(stored), { failed })}>
          Discard
        </Button>
      </div>
    </Row>
  )
}

const List = () => {
  const { waiting, atRisk } = useSaveStatus()
  const questions = useLateQuestions()
  const asked = new Set(questions.map(({ id }) => id))
  const edits = useAllPendingEdits().filter(({ id }) => !asked.has(id))
  const refused = useRefusedEdits()
  const when = useWhen()
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-lead font-semibold">Not yet sent</h3>
        {edits.length > 0 && (
          <Button variant="ghost" size="sm" icon={RETRY} busy={waiting === 0} onClick={sendNow}>
            Try now
          </Button>
        )}
      </div>
      <ul className="mt-2 grid gap-2 empty:hidden">
        {questions.map((question) => (
          <Question key={question.id} question={question} />
        ))}
      </ul>
      {refused.length > 0 && (
        <ul className="mt-1">
          {refused.map((stored) => (
            <Refused key={stored.id} stored={stored} at={when(stored.edit.at)} />
          ))}
        </ul>
      )}
      {edits.length > 0 && (
        <>
          <h4 className="mt-3 font-text text-caption font-semibold tracking-normal text-ink-soft">Waiting for the network</h4>
          <ul>
            {edits.map((edit) => (
              <Row key={edit.id} icon={WAITING} edit={edit} at={when(edit.at)} />
            ))}
          </ul>
        </>
      )}
      {edits.length + questions.length + refused.length === 0 ? (
        <p className="mt-2 text-label text-ink-soft">Everything has been sent.</p>
      ) : (
        <p className="mt-2 flex gap-2 border-t border-line pt-2.5 text-label text-ink-soft">
          <HardDrive className="mt-0.5 size-4 shrink-0" />
          {atRisk > 0
            ? 'This device doesn’t keep them. Keep this page open until they are sent.'
            : 'They stay on this device through a reload, a closed lid or an update. Signing out asks first.'}
        </p>
      )}
    </>
  )
}

type NotSentProps = { count: number; open: boolean; onOpenChange: (open: boolean) => void }

/** Says how many edits the server doesn't have, and lists them. */
export const NotSent = ({ count, ...opening }: NotSentProps) => (
  <Popover
    label="Not yet sent"
    align="end"
    {...opening}
    className="w-[420px] max-w-[calc(100vw-16px)] overflow-y-auto p-4!"
    trigger={
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        className="min-w-0 bg-brass-soft! font-semibold text-brass-ink! phone:px-2.5"
        icon={CLOUD}
      >
        {count > 0 ? (
          <span className="truncate">
            <span className="max-[379px]:sr-only">Not yet sent: </span>
            {count}
          </span>
        ) : (
          'All sent'
        )}
        {OPEN}
      </Button>
    }
  >
    <List />
  </Popover>
)
