/** The stand-in's inbox pages, for developers. */
import type { ArrivedMail } from './read.ts'

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (title: string, body: string): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:980px;margin:24px auto;padding:0 16px}td,th{padding:6px 12px 6px 0;text-align:left;
vertical-align:top}iframe{width:100%;height:720px;border:1px solid #8888}pre{white-space:pre-wrap;border:1px solid #8888;padding:16px}</style>
${body}`

export const inboxPage = (mails: readonly ArrivedMail[]): string => {
  const rows = mails
    .toReversed()
    .map(
      ({ number, at, to, subject }) =>
        `<tr><td>${escaped(at.slice(11, 19))}<td>${escaped(to.join(', '))}<td><a href="/mails/${number}">${escaped(subject)}</a>`,
    )
  const list = rows.length === 0 ? '<p>Nothing has come yet.' : `<table><tr><th>At<th>To<th>Subject${rows.join('')}</table>`
  return page('Inbox', `<h1>Mail that Firstbell has sent</h1><p>It is a stand-in: nothing leaves this machine.</p>${list}`)
}

const attachedFiles = ({ number, attachments }: ArrivedMail): string =>
  attachments.map(({ name }, at) => `<p>Attached: <a href="/mails/${number}/files/${at}">${escaped(name)}</a>`).join('')

export const mailPage = (mail: ArrivedMail): string =>
  page(
    mail.subject,
    `<p><a href="/">All mail</a><h1>${escaped(mail.subject)}</h1><p>To ${escaped(mail.to.join(', '))} ·
<a href="/mails/${mail.number}.html">by itself</a> · <a href="/mails/${mail.number}.eml">as it came</a></p>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" src="/mails/${mail.number}.html"
title="As HTML"></iframe>${attachedFiles(mail)}<h2>As text</h2><pre>${escaped(mail.text)}</pre>`,
  )
