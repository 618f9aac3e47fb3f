import { expect, test } from 'vitest'
import { cleanLessonHtml } from './lesson-html.ts'
import { html, lessonMarkup } from './markup.ts'

test('what a teacher typed is text, wherever it is put', () => {
  const typed = `"><script>alert('x')</script>&`
  expect(html`<p title="${typed}">${typed}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</p>',
  )
})

test('markup goes into markup as it is, lists one after another, and nothing for nothing', () => {
  expect(html`<ul>${['a', 'b'].map((word) => html`<li>${word}</li>`)}${null}${false}${undefined}${0}</ul>`.text).toBe(
    '<ul><li>a</li><li>b</li>0</ul>',
  )
})

test('rich text is cleaned on the way out, whatever once got in', () => {
  expect(html`${lessonMarkup(cleanLessonHtml('<p onclick="x()">Read<script>x()</script></p>'))}`.text).toBe('<p>Read</p>')
})
