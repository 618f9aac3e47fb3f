import { ChevronDown, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { AiRequest } from '#shared/writing/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useSentMessages } from './data.ts'

const ROLES = { system: 'Instructions', user: 'Your request' } as const

const Messages = ({ request }: { request: AiRequest }) => {
  const { data, error } = useSentMessages(request)
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Spinner />
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll it
      tabIndex={0}
      ref={(element) => element?.scrollIntoView({ block: 'nearest' })}
      aria-label="What we send"
      className="grid max-h-[220px] gap-2 overflow-y-auto rounded-control border border-line bg-surface p-2.5"
    >
      {data.messages.map(({ role, text }, place) => (
        <div key={place}>
          <h4 className="font-text text-small font-semibold tracking-normal text-ink">{ROLES[role]}</h4>
          <p className="whitespace-pre-wrap">{text}</p>
        </div>
      ))}
    </section>
  )
}

/** Lists what is sent and to which recipient, and shows the exact messages. */
export const SentPart = ({ request }: { request: () => AiRequest }) => {
  /** A snapshot of the request, taken when the teacher opens this section. An empty prompt is shown as a placeholder. */
  const [seen, setSeen] = useState<AiRequest>()
  const [isShown, setIsShown] = useState(false)
  const { data } = useSentMessages(seen)
  const look = () => {
    const now = request()
    setSeen({ ...now, prompt: now.prompt || '(your request)' })
  }
  return (
    <details
      className="group not-open:sticky -bottom-4 z-10 -mx-5 mt-auto -mb-4 bg-paper px-5 pb-4 text-caption before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-3 before:bg-linear-to-t before:from-paper group-open:before:hidden text-ink-soft small:-mx-4 small:px-4"
      onToggle={({ currentTarget: { open } }) => {
        if (open) return look()
        setSeen(undefined)
        setIsShown(false)
      }}
    >
      <summary className="flex list-none items-center gap-2 border-t border-line pt-3 pb-1 font-semibold text-ink small:min-h-11">
        <ShieldCheck className="size-4 text-note" />
        <span>What we send</span>
        <span className="font-normal text-ink-soft">with your lesson’s text</span>
        <ChevronDown className="size-4 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="mt-1 grid justify-items-start gap-2">
        <p>
          Your request; this lesson’s title, date, times, and text; your AI Custom Instructions; and anything you checked go to{' '}
          {data && <b className="font-semibold break-words text-ink">{data.to}, </b>}the AI service Firstbell uses.{' '}
          <b className="font-semibold text-ink">Never your special notes or anything from your account.</b>
        </p>
        <Button
          size="sm"
          onClick={() => {
            look()
            setIsShown(true)
          }}
        >
          See what we send
        </Button>
        {seen && isShown && (
          <div className="w-full">
            <Messages request={seen} />
          </div>
        )}
      </div>
    </details>
  )
}
