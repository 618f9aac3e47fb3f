import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Feed } from '#shared/feeds/contract.ts'
import { GuestNotice } from '#web/features/accounts/guest-notice.tsx'
import { useClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { mySchoolQuery } from '#web/features/schools/data.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { report } from '#web/ui/report.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useQuestion } from '#web/ui/use-question.tsx'
import { type FeedSubject, makeFeed, turnOffFeed, useFeeds } from './data.ts'
import { FeedPanel } from './feed-panel.tsx'

type Choice = FeedSubject & { value: string; label: string; className: string | undefined }

const PLANNER: Choice = { value: 'planner', label: 'My whole planner', classId: null, school: false, className: undefined }

/** Returns what can be shown in another calendar: the planner, each class, and the days off of the teacher's school. */
const useChoices = (): readonly Choice[] => {
  const classes = useClasses()
  const { data } = useQuery(mySchoolQuery)
  return [
    PLANNER,
    ...classes.map(({ id, name }) => ({ value: id, label: `Only ${name}`, classId: id, school: false, className: name })),
    ...(data?.school ? [{ ...PLANNER, value: 'school', label: `Days off of ${data.school.name}`, school: true }] : []),
  ]
}

const isOf = (subject: FeedSubject) => (feed: Feed) => feed.classId === subject.classId && feed.school === subject.school

type SubjectProps = { choice: Choice; feed: Feed | undefined }

/** The switch of one address, and the address if it is on. */
const Subject = ({ choice, feed }: SubjectProps) => {
  const [isPending, whilePending] = usePending()
  const { ask, question } = useQuestion()
  const { displayName } = useUser()
  const turnOn = () =>
    void report(() => whilePending(() => makeFeed(choice)), {
      failed: (reason) => ({ title: 'Failed to make the address', description: reason }),
    })
  const turnOff = (id: string) =>
    void report(() => whilePending(() => turnOffFeed(id)), {
      done: () => ({ title: 'The address is off' }),
      failed: (reason) => ({ title: 'Failed to turn off the address', description: reason }),
    })
  const change = () => {
    // A switch that is turned off while it waits would lose the keyboard's place.
    if (isPending) return
    if (!feed) return turnOn()
    ask({
      title: 'Turn off the address?',
      description: 'It stops at once. Calendars that read it keep what they have. If you turn it on again, the address is a new one.',
      confirmLabel: 'Turn off',
      cancelLabel: 'Keep it on',
      onConfirm: () => turnOff(feed.id),
    })
  }
  const name = choice.className ?? (choice.school ? choice.label : displayName?.trim() ? `${displayName.trim()}’s planner` : 'My planner')
  return (
    <>
      <Switch
        className="flex! flex-row-reverse justify-between"
        label={choice === PLANNER ? 'Show my planner in another calendar' : 'Show this in another calendar'}
        description="Google, Apple or Outlook read it from an address that only you know. They can change nothing here."
        checked={feed !== undefined}
        onChange={change}
      />
      {feed && <FeedPanel key={feed.id} feed={feed} className={choice.className} name={name} />}
      {question}
    </>
  )
}

/** Secret addresses from which other calendars read the planner, one class of it, or the school's days off. */
export const OtherCalendars = () => {
  const { isGuest } = useUser()
  const { data: feeds, isError, refetch } = useFeeds()
  const choices = useChoices()
  const [chosen, setChosen] = useState(PLANNER.value)
  if (isGuest)
    return (
      <>
        <p className="text-control text-ink-soft">With an account, Google, Apple or Outlook can show your planner.</p>
        <GuestNotice className="mt-3" />
      </>
    )
  if (isError && !feeds) return <ErrorState title="We couldn’t load your addresses" onRetry={() => void refetch()} />
  if (!feeds) return <Skeleton className="h-10" />
  const choice = choices.find(({ value }) => value === chosen) ?? PLANNER
  const isOn = (one: Choice): boolean => feeds.some(isOf(one))
  return (
    <>
      {choices.length > 1 && (
        <Field label="What to show" className="mb-4">
          {(wiring) => (
            <Select {...wiring} value={choice.value} onChange={(event) => setChosen(event.target.value)}>
              {choices.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.label}
                  {isOn(one) ? ' (on)' : ''}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Subject key={choice.value} choice={choice} feed={feeds.find(isOf(choice))} />
    </>
  )
}
