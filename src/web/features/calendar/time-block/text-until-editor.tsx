import { RichText } from '#web/features/rich-text/rich-text.tsx'

/** A lesson's text to read in the editor's place, until the editor has loaded. */
export const TextUntilEditor = ({ html }: { html: string }) => (
  <div aria-busy="true" className="rounded-card border border-line-strong phone:flex-1">
    <div className="h-[46px] rounded-t-card border-b border-line bg-sunken" />
    <div className="min-h-[100px] px-4 py-3.5 small:text-large">
      <RichText html={html} />
    </div>
  </div>
)
