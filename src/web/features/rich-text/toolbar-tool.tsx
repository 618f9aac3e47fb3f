import type { ChainedCommands, Editor } from '@tiptap/react'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import * as Toolbar from 'radix-ui/toolbar'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { isMac } from '#web/lib/platform.ts'
import { Menu } from '#web/ui/menu.tsx'

/** Returns a shortcut such as `Mod-Shift-8` formatted with this platform's key names. */
export const shownKeys = (keys: string): string =>
  isMac ? keys.replace('Mod-', '⌘').replace('Shift-', '⇧').replace('Alt-', '⌥') : keys.replace('Mod', 'Ctrl').replaceAll('-', '+')

/** Returns the shortcut in `aria-keyshortcuts` syntax. */
const ariaKeys = (keys: string): string => keys.replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+')

type ToolProps = Omit<ComponentProps<'button'>, 'title' | 'disabled'> & {
  label: string
  /** The shortcut in the editor's notation, such as `Mod-Shift-8`. Shown in the tooltip and announced by screen readers. */
  keys?: string
  isOn?: boolean
  isDisabled?: boolean
}

/** A toolbar button. Clicking it must not move the focus, and thus the selection, out of the text. */
export const Tool = ({ label, keys, isOn, isDisabled = false, className, onClick, ...rest }: ToolProps) => (
  <Toolbar.Button
    {...rest}
    aria-label={label}
    data-tip={keys ? `${label} (${shownKeys(keys)})` : label}
    aria-keyshortcuts={keys && ariaKeys(keys)}
    aria-pressed={isOn}
    aria-disabled={isDisabled || undefined}
    onMouseDown={(event) => event.preventDefault()}
    onClick={isDisabled ? undefined : onClick}
    className={clsx(
      'inline-flex h-[31px] min-w-[31px] shrink-0 items-center justify-center gap-1 rounded-lg text-label font-semibold text-ink-soft outline-offset-[-2px]! hover:bg-surface hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-45 aria-pressed:bg-brand-soft aria-pressed:text-brand touch:h-11 touch:min-w-11',
      className,
    )}
  />
)

export const ToolDivider = () => <Toolbar.Separator className="mx-0.5 h-[18px] w-px shrink-0 bg-line phone:hidden" />

/**
 * Starts a command chain after which the teacher keeps typing. Focuses the text immediately, because tiptap's own `focus` waits for the
 * next frame and would lose keys typed before a slow frame.
 */
export const inText = (editor: Editor): ChainedCommands => {
  editor.view.focus()
  return editor.chain().scrollIntoView()
}

export type Run = (command: (chain: ChainedCommands) => ChainedCommands) => void

type ToolMenuProps = {
  editor: Editor
  label: string
  /** The current value, added to the accessible name. */
  current?: string
  icon: ReactNode
  children: (run: Run) => ReactNode
}

/**
 * A toolbar button with a menu. Choosing an item returns the focus to the text. Closing the menu without a choice returns it to the button.
 * The command runs only after the focus has returned. Otherwise, a color chosen for text yet to be typed would be lost.
 */
export const ToolMenu = ({ editor, label, current, icon, children }: ToolMenuProps) => {
  const chosen = useRef<Parameters<Run>[0]>(undefined)
  return (
    <Menu
      align="start"
      trigger={
        <Tool label={current ? `${label}: ${current}` : label} className="px-1.5">
          {icon}
          <ChevronDown className="size-3.5" />
        </Tool>
      }
      onClosed={() => {
        if (!chosen.current) return
        chosen.current(inText(editor)).run()
        chosen.current = undefined
      }}
    >
      {children((command) => {
        chosen.current = command
      })}
    </Menu>
  )
}
