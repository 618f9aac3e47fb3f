import { getSchema } from '@tiptap/core'
import { DOMParser as SchemaParser } from '@tiptap/pm/model'
import { JSDOM } from 'jsdom'
import { beforeAll, expect, test, vi } from 'vitest'
import { cleanPaste } from './clean-paste.ts'
import { htmlOf } from './editor-html.ts'
import { lessonExtensions } from './lesson-extensions.ts'

const { window } = new JSDOM('')
beforeAll(() => {
  for (const name of ['window', 'document', 'NodeFilter'] as const) vi.stubGlobal(name, name === 'window' ? window : window[name])
})

const schema = getSchema(lessonExtensions)
/** Returns the editor's content after a paste. */
const pasted = (html: string) => {
  const { body } = new window.DOMParser().parseFromString(cleanPaste(html), 'text/html')
  return htmlOf(SchemaParser.fromSchema(schema).parse(body))
}

const LINK = 'target="_blank" rel="noopener noreferrer nofollow"'

test('a plan from Word keeps its text, headings, lists and table, but no Word markup', () => {
  const word = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta name=Generator content="Microsoft Word 15"><link rel=File-List href="file:///C:/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0in; font-family:"Aptos",sans-serif;} @page WordSection1 {size:8.5in 11.0in;} --></style></head>
<body lang=EN-US style='tab-interval:.5in;word-wrap:break-word'><!--StartFragment-->
<h2><a name="_Toc1"></a><span style='font-family:"Aptos Display",sans-serif;color:#0F4761'>Fractions<o:p></o:p></span></h2>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Goal:</b><span style='mso-spacerun:yes'>&nbsp; </span>compare
<span style='color:red'>unit fractions</span><o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l1 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Scissors<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-list:l1 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><![endif]>left-handed<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l1 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Paper<o:p></o:p></p>
<p class=MsoNormal align=center style='text-align:center'><u>Steps</u><o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span><![endif]>Quiz 4A</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>4.<span>&nbsp; </span></span><![endif]>Exit slip</p>
<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0'><td width=312 valign=top style='width:233.75pt;border:solid windowtext 1.0pt'><p class=MsoNormal>9:00<o:p></o:p></p></td><td width=312><p class=MsoNormal>Red group<o:p></o:p></p></td></tr></table>
<!--EndFragment--></body></html>`
  expect(pasted(word)).toBe(
    '<h2>Fractions</h2><p><strong>Goal:</strong> compare <span style="color:firebrick">unit fractions</span></p>' +
      '<ul><li><p>Scissors</p><ul><li><p>left-handed</p></li></ul></li><li><p>Paper</p></li></ul>' +
      '<p style="text-align:center"><u>Steps</u></p><ol start="3"><li><p>Quiz 4A</p></li><li><p>Exit slip</p></li></ol>' +
      '<table><tbody><tr><td><p>9:00</p></td><td><p>Red group</p></td></tr></tbody></table>',
  )
})

test('lists from Word for the web become lists again', () => {
  const item = (list: string, level: number, place: number, text: string) =>
    `<div class="ListContainerWrapper SCXW1 BCX0"><${list} class="BulletListStyle1 SCXW1" role="list"><li data-leveltext="" data-listid="1" data-aria-posinset="${place}" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" paraid="1"><span data-contrast="auto" class="TextRun SCXW1"><span class="NormalTextRun SCXW1">${text}</span></span><span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></li></${list}></div>`
  const web = `<div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1"><span class="TextRun SCXW1" style="font-weight: bold;">Bring</span><span class="EOP">&nbsp;</span></p></div>${item('ul', 1, 1, 'Scissors')}${item('ul', 2, 1, 'left-handed')}${item('ul', 1, 2, 'Paper')}${item('ol', 1, 1, 'Quiz')}`
  expect(pasted(web)).toBe(
    '<p><strong>Bring</strong></p><ul><li><p>Scissors</p><ul><li><p>left-handed</p></li></ul></li><li><p>Paper</p></li></ul><ol><li><p>Quiz</p></li></ol>',
  )
})

test('a plan from Google Docs keeps its text, nested lists, checklist and links, and isn’t all bold', () => {
  const span = (text: string, style = '') =>
    `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`
  const item = (text: string, level: number) =>
    `<li dir="ltr" style="list-style-type:disc;font-size:11pt;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;" role="presentation">${span(text)}</p></li>`
  const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1b2c3d"><h1 dir="ltr" style="line-height:1.38;"><span style="font-size:20pt;color:#434343;font-weight:400;">Fractions</span></h1><p dir="ltr" style="line-height:1.38;">${span('Goal:', 'font-weight:700;')}${span(' compare ')}${span('halves', 'background-color:#ffff00;')}</p><br /><ul style="margin-top:0;padding-inline-start:48px;">${item('Scissors', 1)}<ul style="padding-inline-start:48px;">${item('left-handed', 2)}</ul>${item('Paper', 1)}</ul><ul style="padding-inline-start:28px;"><li dir="ltr" role="checkbox" aria-checked="true" style="list-style-type:none;" aria-level="1"><img src="data:image/png;base64,iVBOR" width="18px" height="18px" alt="checked" aria-roledescription="checkbox" /><p dir="ltr" style="display:inline-block;" role="presentation">${span('Copy quiz', 'text-decoration:line-through;')}</p></li><li dir="ltr" role="checkbox" aria-checked="false" style="list-style-type:none;"><img src="data:image/png;base64,iVBOR" alt="unchecked" /><p dir="ltr" role="presentation">${span('Sharpen pencils')}</p></li></ul><p dir="ltr"><a href="https://docs.example.org/quiz" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;text-decoration:underline;">Quiz 4A</span></a></p></b><br class="Apple-interchange-newline">`
  expect(pasted(docs)).toBe(
    '<h1>Fractions</h1><p><strong>Goal:</strong> compare <mark style="background-color:khaki">halves</mark></p>' +
      '<ul><li><p>Scissors</p><ul><li><p>left-handed</p></li></ul></li><li><p>Paper</p></li></ul>' +
      `<ul><li style="list-style-type:'☑ '"><p><s>Copy quiz</s></p></li><li style="list-style-type:'☐ '"><p>Sharpen pencils</p></li></ul>` +
      `<p><a href="https://docs.example.org/quiz" ${LINK}>Quiz 4A</a></p>`,
  )
})

test('a web page keeps its text and working links, but no buttons, pictures, scripts or styles', () => {
  const page = `<html><body><!--StartFragment--><div class="article" style="color: rgb(33, 37, 41); font-family: Georgia; background-color: rgb(255, 255, 255);"><h5 style="color: rgb(200,0,0)">Water cycle</h5><p onclick="steal()">Rain <em>falls</em>. <a class="ref" href="https://example.org/rain" target="_self" rel="author">More</a> <a href="/local">here</a> <a href="javascript:steal()">there</a></p><img src="https://tracker.example/x.gif" alt=""><button>Copy link</button><script>steal()</script><style>p{}</style><div style="display: none">hidden</div><div>First<div>Second</div></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked> read</li></ul></div><!--EndFragment--></body></html>`
  expect(pasted(page)).toBe(
    `<h4>Water cycle</h4><p>Rain <em>falls</em>. <a href="https://example.org/rain" ${LINK}>More</a> here there</p>` +
      `<p>First</p><p>Second</p><ul><li style="list-style-type:'☑ '"><p>read</p></li></ul>`,
  )
})

test('content copied from the editor itself is pasted unchanged', () => {
  const own = '<p data-pm-slice="1 1 []">a\u00a0b</p><p></p>'
  expect(cleanPaste(own)).toBe(own)
})

test('plain text stays unchanged', () => {
  expect(pasted('3 &lt; 4 and 5 > 4')).toBe('<p>3 &lt; 4 and 5 &gt; 4</p>')
})
