import { CalendarPlus, Check, Copy, Lock, RefreshCw, RotateCcw, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { Feed } from '#shared/feeds/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { report } from '#web/ui/report.ts'
import { useQuestion } from '#web/ui/use-question.tsx'
import { copyAddress } from './copy-address.ts'
import { renewFeed, useChangeFeed } from './data.ts'
import { covered, lastReadWords, programsFor } from './feed-words.ts'

/** The secret address, covered until the teacher shows it. */
const Address = ({ url }: { url: string }) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <div>
      <p className="mb-1.5 text-caption font-semibold text-ink-soft">Your secret address</p>
      <div className="flex flex-wrap gap-2">
        <div className="flex min-h-[42px] min-w-0 flex-[1_1_300px] items-center gap-2 rounded-control border border-line-control bg-paper pr-1 pl-3.5">
          <Lock className="size-[15px] shrink-0 text-ink-soft" />
          <code className="min-w-0 flex-1 py-1.5 text-caption break-all select-all">{isShown ? url : covered(url)}</code>
          <Button size="sm" variant="ghost" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </Button>
        </div>
        <Button
          variant="solid"
          className="h-[42px]! phone:w-full touch:h-11!"
          icon={<Copy className="size-4" />}
          onClick={() => void copyAddress(url)}
        >
          Copy address
        </Button>
      </div>
    </div>
  )
}

const AddTo = ({ url, name }: { url: string; name: string }) => (
  <section className="min-w-0 flex-[1_1_300px]">
    <h3 className="text-title">Add it to</h3>
    <ul className="mt-1">
      {programsFor(url, name).map((program) => (
        <li key={program.name} className="flex items-center gap-3 border-b border-line py-2.5 last:border-0">
          <span className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">
            <CalendarPlus className="size-[17px]" />
          </span>
          <span className="min-w-0 flex-1">
            <b className="block text-control leading-tight font-semibold">{program.name}</b>
            <span className="block text-caption text-ink-soft">{program.about}</span>
            {program.more && (
              <a
                href={program.more.href}
                target="_blank"
                rel="noreferrer"
                className="text-caption font-medium text-brand underline touch:block touch:py-3.5"
              >
                {program.more.label}
              </a>
            )}
          </span>
          <ButtonLink size="sm" href={program.href} target="_blank" rel="noreferrer" aria-label={`Add to ${program.name}`}>
            Add
          </ButtonLink>
        </li>
      ))}
    </ul>
  </section>
)

const Always = ({ children }: { children: string }) => (
  <li className="flex items-start gap-2.5 py-[5px] text-control leading-snug">
    <Check className="mt-px size-[18px] shrink-0 text-brand" />
    {children}
  </li>
)

/** The parts that an address always holds, and those that the teacher can add. */
const Holds = ({ feed, className }: { feed: Feed; className: string | undefined }) => {
  const change = useChangeFeed()
  const { id, include, school } = feed
  const part = (name: keyof Feed['include'], label: string, about?: string) => (
    <li className="py-[5px] touch:py-0">
      <Checkbox
        checked={include[name]}
        onChange={(event) => change({ id, include: { [name]: event.target.checked } })}
        label={
          <>
            {label}
            {about && <span className="block text-caption text-ink-soft">{about}</span>}
          </>
        }
      />
    </li>
  )
  return (
    <section className="min-w-0 flex-[1_1_300px]">
      <h3 className="text-title">What it holds</h3>
      <ul className="mt-1">
        {!school && <Always>{className ? `Lessons of ${className}, with title and time` : 'Lessons, with title and time'}</Always>}
        {className === undefined && <Always>Non-instructional days, as whole days</Always>}
        {className === undefined && part('notes', school ? 'The school’s notes' : 'Day notes')}
        {!school && part('text', 'Lesson texts', 'Anyone with the address could read them.')}
      </ul>
      <p className="mt-2 flex items-start gap-2.5 rounded-control bg-sunken px-3 py-2 text-caption text-ink-soft">
        <ShieldCheck className="mt-px size-4 shrink-0 text-note" />
        {school ? 'Never in it: your lessons.' : 'Never in it: student notes, emergency card, substitute instructions, files.'}
      </p>
      {className !== undefined && (
        <p className="mt-2 text-caption text-ink-soft">Lessons on non-instructional days aren’t in it, and neither are those days.</p>
      )}
    </section>
  )
}

type FeedPanelProps = {
  feed: Feed
  /** The name of the address's class. */
  className: string | undefined
  /** The name that calendar programs show. */
  name: string
}

/** One calendar address: how to add it, what it holds, and when it was last read. */
export const FeedPanel = ({ feed, className, name }: FeedPanelProps) => {
  const { timezone, preferences } = useUser()
  const now = useNow()
  const { ask, question } = useQuestion()
  const renew = () =>
    void report(() => renewFeed(feed.id), {
      done: () => ({ title: 'The address is new', description: 'Add it to your calendars again.' }),
      failed: (reason) => ({ title: 'Failed to renew the address', description: reason }),
    })
  const askToRenew = () =>
    ask({
      title: 'Renew the address?',
      description: 'The old one stops at once. Calendars that read it keep what they have, and you add the new one yourself.',
      confirmLabel: 'Renew',
      cancelLabel: 'Keep the old one',
      onConfirm: renew,
    })
  return (
    <div className="mt-4 grid gap-4">
      {feed.url === null ? (
        <p className="text-control text-ink-soft">We can’t show this address anymore. Renew it to get a new one.</p>
      ) : (
        <Address url={feed.url} />
      )}
      <div className="flex flex-wrap gap-x-7 gap-y-4">
        {feed.url !== null && <AddTo url={feed.url} name={name} />}
        <Holds feed={feed} className={className} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
        <p className="flex items-center gap-2 text-caption text-ink-soft">
          <RefreshCw className="size-3.5 shrink-0" />
          {lastReadWords(feed, { timezone, timeFormat: preferences.timeFormat, now: new Date(now) })}
        </p>
        <Button size="sm" icon={<RotateCcw className="size-4" />} aria-haspopup="dialog" onClick={askToRenew}>
          Renew address…
        </Button>
      </div>
      {question}
    </div>
  )
}
