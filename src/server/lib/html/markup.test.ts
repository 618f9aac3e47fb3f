import { expect, test } from 'vitest'
import { html, lessonMarkup } from '#shared/markup.ts'
import { cleanLessonHtml } from './lesson-html.ts'

test("a teacher's input is escaped everywhere", () => {
  const typed = `"><script>alert('x')</script>&`
  expect(html`<p title="${typed}">${typed}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</p>',
  )
})

test('nested markup is kept, lists are joined, and empty values are omitted', () => {
  expect(html`<ul>${['a', 'b'].map((word) => html`<li>${word}</li>`)}${null}${false}${undefined}${0}</ul>`.text).toBe(
    '<ul><li>a</li><li>b</li>0</ul>',
  )
})

test('rich text is sanitized on output, too', () => {
  expect(html`${lessonMarkup(cleanLessonHtml('<p onclick="x()">Read<script>x()</script></p>'))}`.text).toBe('<p>Read</p>')
})
