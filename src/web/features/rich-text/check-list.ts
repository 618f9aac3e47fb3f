import { mergeAttributes } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'

const OPEN = "'☐ '"
const DONE = "'☑ '"

/** Returns whether a checklist item, ours or pasted, is checked. Returns null for any other list item. */
const tickOf = (item: HTMLElement): boolean | null => {
  const marker = item.style.listStyleType
  if (/[☐☑]/.test(marker)) return marker.includes('☑')
  const role = item.getAttribute('role') === 'checkbox' ? item.getAttribute('aria-checked') : item.getAttribute('data-checked')
  if (role !== null) return role === 'true'
  const box = item.querySelector<HTMLInputElement>(':scope > input[type=checkbox], :scope > :first-child > input[type=checkbox]')
  return box ? box.hasAttribute('checked') : null
}

/**
 * Checklists are stored as plain lists with boxes as markers (`list-style-type: '☑ '`). They need no extra attribute on the allow-list, and
 * the HTML displays correctly outside the editor.
 */
export const CheckListItem = TaskItem.extend({
  addAttributes: () => ({
    checked: {
      default: false,
      keepOnSplit: false,
      parseHTML: (item) => tickOf(item) ?? false,
      renderHTML: ({ checked }) => ({ style: `list-style-type: ${checked ? DONE : OPEN}` }),
    },
  }),
  parseHTML: () => [{ tag: 'li', priority: 60, getAttrs: (item) => (tickOf(item) === null ? false : null) }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      ...this.parent?.(),
      'Mod-Shift-Enter': () =>
        this.editor.isActive(this.name) &&
        this.editor.commands.updateAttributes(this.name, { checked: !this.editor.getAttributes(this.name)['checked'] }),
    }
  },
}).configure({
  nested: true,
  a11y: { checkboxLabel: (item, isChecked) => `${isChecked ? 'Done' : 'To do'}: ${item.firstChild?.textContent || 'empty line'}` },
})

export const CheckList = TaskList.extend({
  parseHTML: () => [
    {
      tag: 'ul',
      priority: 60,
      getAttrs: (list) => {
        const first = list.querySelector<HTMLElement>(':scope > li')
        return first && tickOf(first) !== null ? null : false
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['ul', mergeAttributes(HTMLAttributes), 0],
})
