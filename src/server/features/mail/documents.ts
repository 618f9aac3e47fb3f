/** The layout of all emails, as HTML and as plain text. Email clients support tables and little else. */
import type { Letter, LetterPart } from '#server/lib/mail/letter.ts'
import { html, Markup } from '#shared/markup.ts'

type Frame = {
  address: string
  contactEmail: string
  /** The URL of the unsubscribe page, or null for emails about the account. */
  unsubscribe: string | null
}

const STYLE = new Markup(`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: #2743a6; }
h1 { text-wrap: balance; }
p { text-wrap: pretty; }
@media (max-width: 480px) { .card { padding: 24px 20px 8px !important; } .brand { padding: 0 21px 14px !important; } .foot { padding: 18px 21px !important; } .page { padding: 16px 10px !important; } }
@media (prefers-color-scheme: dark) {
  .page { background: #11141b !important; color: #edf0f7 !important; }
  .card { background: #191e29 !important; border-color: #93a6ff #2a3142 #2a3142 !important; }
  .brand { color: #93a6ff !important; }
  .soft, .soft a { color: #a2abc0 !important; }
  a { color: #93a6ff; }
  .button { background: #93a6ff !important; color: #11141b !important; }
  .quiet { background: transparent !important; color: #93a6ff !important; border-color: #93a6ff !important; }
  .facts { background: #11141b !important; }
}
</style>`)

const FONT = "font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

const paragraph = (text: string): Markup => html`<p style="margin: 0 0 16px">${text}</p>`

const partOf = (part: LetterPart): Markup =>
  typeof part === 'string'
    ? paragraph(part)
    : html`<p class="facts" style="margin: 0 0 16px; padding: 12px 16px; background: #f4f1ea; border-radius: 8px">${part.map(
        ([label, value], at) => html`${at > 0 && new Markup('<br>')}${label}: <strong>${value}</strong>`,
      )}</p>`

/** A part of the bell. Email clients show neither SVG nor remote images, but they all fill a table's cells. */
const bar = (width: number, height: number, radius: string): Markup =>
  html`<table role="presentation" align="center" cellpadding="0" cellspacing="0"><tr><td width="${width}" height="${height}" style="width: ${width}px; height: ${height}px; background: #ffffff; border-radius: ${radius}; font-size: 0; line-height: 0"></td></tr></table>`

/** The app's mark, which is a bell, beside its name. */
const BRAND = html`<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="30" height="30" style="width: 30px; height: 30px; background: #2743a6; background-image: linear-gradient(112deg, #2743a6 0%, #6a4bc4 38%, #e2603f 74%, #f0b03a 100%); border-radius: 8px; font-size: 0; line-height: 0">${bar(3, 2, '2px 2px 0 0')}${bar(11, 9, '6px 6px 0 0')}${bar(15, 2, '2px')}${bar(5, 3, '0 0 3px 3px')}</td>
<td style="padding-left: 10px">Firstbell</td></tr></table>`

export const htmlOf = (
  { subject, preview, heading, body, button, after = [], link, why }: Letter,
  { address, contactEmail, unsubscribe }: Frame,
): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title>
${STYLE}</head>
<body class="page" style="margin: 0; padding: 32px 16px; background: #faf8f3; color: #1b2233; ${FONT}; font-size: 16px; line-height: 1.55">
<div style="display: none; max-height: 0; overflow: hidden">${preview}</div>
<div role="main"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 560px; text-align: left">
<tr><td class="brand" style="padding: 0 37px 14px; font-size: 20px; font-weight: 700; color: #2743a6">${BRAND}</td></tr>
<tr><td class="card" style="background: #ffffff; border: 1px solid #e5dfd2; border-top: 4px solid #2743a6; border-radius: 0 0 10px 10px; padding: 32px 36px 16px">
<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25">${heading}</h1>
${body.map(partOf)}${
  button &&
  html`<p style="margin: 24px 0"><a class="button${button.isQuiet && ' quiet'}" href="${button.href}" style="display: inline-block; border: 1px solid #2743a6; ${button.isQuiet ? 'color: #2743a6' : 'background: #2743a6; color: #ffffff'}; font-weight: 600; text-decoration: none; padding: 12px 21px; border-radius: 8px">${button.label}</a></p>`
}${after.map(paragraph)}${link && html`<p style="margin: 0 0 16px">${link.before} <a href="${link.href}">${link.label}</a>.</p>`}
</td></tr>
<tr><td class="soft foot" style="padding: 18px 37px; font-size: 14px; color: #596177">
<p style="margin: 0 0 6px">${why}${unsubscribe !== null && html` <a class="soft" href="${unsubscribe}" style="color: #596177">Unsubscribe</a>`}</p>
<p style="margin: 0">Firstbell, <a class="soft" href="${address}" style="color: #596177">${new URL(address).host}</a></p>
<p style="margin: 6px 0 0">Questions: <a class="soft" href="mailto:${contactEmail}" style="color: #596177">${contactEmail}</a></p>
</td></tr></table></td></tr></table></div></body></html>
`.text

export const textOf = ({ heading, body, button, after = [], link, why }: Letter, { address, contactEmail, unsubscribe }: Frame): string =>
  [
    heading,
    ...body.map((part) => (typeof part === 'string' ? part : part.map((fact) => fact.join(': ')).join('\n'))),
    ...(button ? [`${button.label}: ${button.href}`] : []),
    ...after,
    ...(link ? [`${link.before} ${link.label}: ${link.href}`] : []),
    [
      '-- ',
      why,
      ...(unsubscribe === null ? [] : [`Unsubscribe: ${unsubscribe}`]),
      `Firstbell, ${address}`,
      `Questions: ${contactEmail}`,
    ].join('\n'),
  ]
    .join('\n\n')
    .replaceAll('\u00A0', ' ')
