import { paragraphsOf } from '#shared/mail/campaigns/rules.ts'

/** Previews the text. To see how an email app renders it, admins can send a test email. */
export const MailPreview = ({ subject, text }: { subject: string; text: string }) => {
  const paragraphs = paragraphsOf(text)
  return (
    <section aria-label="Preview" className="grid content-start gap-2">
      <h3 className="font-text text-caption font-semibold tracking-normal text-ink-soft">Preview</h3>
      <div className="rounded-card border border-line bg-paper p-4 phone:p-3">
        <p className="mb-2.5 font-display text-large font-bold">Firstbell</p>
        <article className="rounded-control border border-line border-t-4 border-t-brand bg-surface p-5 break-words phone:p-4">
          <h4 className="mb-3 text-heading-medium leading-tight">{subject.trim() || <span className="text-ink-soft">Subject</span>}</h4>
          <p className="mb-3">Hi {'{name}'},</p>
          {paragraphs.length === 0 && <p className="text-ink-soft">Choose a template, or write your own.</p>}
          {paragraphs.map((paragraph, at) => (
            <p key={at} className="mb-3">
              {paragraph}
            </p>
          ))}
          <p className="mt-4">
            <span className="inline-block rounded-control bg-brand px-4 py-2.5 font-semibold text-on-brand">Open my planner</span>
          </p>
        </article>
        <p className="mt-3 text-small text-ink-soft">You’re getting this email because you have a Firstbell account. Unsubscribe</p>
      </div>
    </section>
  )
}
