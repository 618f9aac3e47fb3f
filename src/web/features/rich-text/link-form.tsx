import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useId, useState } from 'react'
import { LINK_SCHEMES } from '#shared/lesson-html.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { linkAddress } from './link-address.ts'
import { inText } from './toolbar-tool.tsx'

const REFUSED = `That won’t work as a link. Try an address like https://example.org (${LINK_SCHEMES.join(', ')}).`

/** Adds, changes, or removes the link at the selection. Not a form element, because it is inside the dialog's form. */
export const LinkForm = ({ editor, onDone }: { editor: Editor; onDone: () => void }) => {
  const id = useId()
  const current: unknown = editor.getAttributes('link')['href']
  const [typed, setTyped] = useState(typeof current === 'string' ? current : '')
  const [isRefused, setIsRefused] = useState(false)

  const apply = () => {
    const href = linkAddress(typed)
    if (!href) return setIsRefused(true)
    const onText = inText(editor).extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      onText.insertContent([{ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }]).run()
    else onText.setLink({ href }).run()
    onDone()
  }
  const remove = () => {
    inText(editor).extendMarkRange('link').unsetLink().run()
    onDone()
  }
  const leave = () => {
    editor.view.focus()
    onDone()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // By default, Enter would submit the dialog's form and Escape would close the dialog.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') apply()
    else leave()
  }

  return (
    <div className="grid gap-1.5 border-t border-line p-2">
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="text-caption font-semibold text-ink-soft">
          Link to
        </label>
        <TextInput
          id={id}
          autoFocus
          inputMode="url"
          placeholder="https://"
          value={typed}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? `${id}-refused` : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={handleKey}
          className="h-9 min-w-40 flex-1"
        />
        <Button size="sm" variant="solid" onClick={apply}>
          Add link
        </Button>
        {typeof current === 'string' && (
          <Button size="sm" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={leave}>
          Cancel link
        </Button>
      </div>
      {isRefused && (
        <p id={`${id}-refused`} role="alert" className="text-caption font-medium text-blocked">
          {REFUSED}
        </p>
      )}
    </div>
  )
}
