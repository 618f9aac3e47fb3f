import { Sparkles } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { runCommand } from '#web/lib/input/commands.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { useAiAccess } from './ai-access.ts'
import { isPanelOpen } from './panel-store.ts'
import { WritePanelPart } from './write-panel-part.ts'

const ICON = <Sparkles className="size-4" />
const WORDS = <span className="max-sm:sr-only">Write with AI</span>
const HIDDEN_WORDS = <span className="sr-only">Write with AI</span>

/** Opens the AI panel. If the user doesn't have access, shows the reason and links to the account settings. */
export const WriteTool = () => {
  const { isThere, hint } = useAiAccess()
  const isOpen = useStore(isPanelOpen)
  const wasOpen = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isThere && !hint) void WritePanelPart.preload()
  }, [isThere, hint])
  useEffect(() => {
    // The focused button that closed the panel was removed with it.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (!isThere) return null
  if (hint && !isOpen) return <WithoutAi hint={hint} />
  return (
    <Button
      ref={button}
      size="sm"
      variant="ghost"
      icon={ICON}
      aria-expanded={isOpen}
      className="aria-expanded:bg-brand-soft aria-expanded:text-brand max-sm:w-11"
      onClick={() => isPanelOpen.set(!isOpen)}
    >
      {/* The open panel has these words as its heading, and the toolbar needs the room. */}
      {isOpen ? HIDDEN_WORDS : WORDS}
    </Button>
  )
}

const WithoutAi = ({ hint }: { hint: string }) => {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Popover
        label="Why AI isn’t available right now"
        align="end"
        open={isOpen}
        onOpenChange={setIsOpen}
        className="w-[min(300px,calc(100vw-32px))]"
        trigger={
          <Button
            size="sm"
            variant="ghost"
            icon={ICON}
            aria-disabled
            data-tip={hint}
            aria-describedby={id}
            className="opacity-60 max-sm:w-11"
          >
            {WORDS}
          </Button>
        }
      >
        <p className="px-1.5 pt-1 pb-2.5">{hint}</p>
        <Button
          variant="solid"
          className="mx-1.5 mb-1.5"
          onClick={() => {
            setIsOpen(false)
            runCommand('ai-usage')
          }}
        >
          Account settings
        </Button>
      </Popover>
      <span id={id} hidden>
        {hint}
      </span>
    </>
  )
}
