import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import style from '#web/styles/static.css?inline'
import firstPaint from './first-paint.js?raw'

export type PageHead = { title: string; description: string }

/**
 * Placeholders that the server fills in (src/server/lib/http/web-app.ts). The server removes the tags that contain the public URL if none
 * is configured.
 */
const NONCE = '__CSP_NONCE__'
const PUBLIC_ADDRESS = '__PUBLIC_ADDRESS__'
/**
 * The features this installation doesn't have, such as `plans`, `stripe` or `google`. CSS classes hide content about those features
 * (static.css).
 */
const WITHOUT = '__WITHOUT__'

const inline = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } })

/** Metadata for link previews on social networks and in chats. */
const SocialTags = ({ path, title, description }: PageHead & { path: string }) => (
  <>
    <link rel="canonical" href={PUBLIC_ADDRESS + path} />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Firstbell" />
    <meta property="og:title" content={title} />
    <meta property="og:description" content={description} />
    <meta property="og:url" content={PUBLIC_ADDRESS + path} />
    <meta property="og:image" content={`${PUBLIC_ADDRESS}/social.jpg`} />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="Firstbell: be ready before the first bell. A week of lessons in the planner." />
    <meta name="twitter:card" content="summary_large_image" />
  </>
)

type StaticDocumentProps = PageHead & {
  /** The page's path, or null for the error page, which is never shared. */
  path: string | null
  children: ReactNode
}

/** A static page without the app. Its styles are inlined, and its only script is first-paint.js. */
export const StaticDocument = ({ path, title, description, children }: StaticDocumentProps) => (
  <html lang="en" data-without={WITHOUT}>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#faf8f3" />
      <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      {path && <SocialTags path={path} title={title} description={description} />}
      <script nonce={NONCE} {...inline(firstPaint)} />
      {[inter, bricolage].map((font) => (
        <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />
      ))}
      <style nonce={NONCE} {...inline(style)} />
    </head>
    <body>{children}</body>
  </html>
)
