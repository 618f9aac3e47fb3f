/** Generates the stand-in's responses: a plausible lesson in Markdown, determined by the prompt. */

/** Returns the number of tokens in a string: one per four bytes, rounded up, as with a typical provider. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4)

const PLANS: [about: RegExp, sections: Record<string, string>][] = [
  [
    /exit ticket/i,
    {
      'Three questions':
        '1. Solve ²⁄₅ + ¹⁄₅. Write one sentence that tells why the denominator stays the same.\n2. Draw a bar model that shows ³⁄₈ + ¹⁄₈.\n3. Which sum is closer to 1? Explain how you know.',
    },
  ],
  [/questions/i, { 'Discussion questions': '1. What do you notice?\n2. How could you show it?\n3. Where have you met it before?' }],
  [
    /levels|differentiat/i,
    {
      'Beginning together': '- Work with a partner and one example.',
      'On the way': '- Work alone, then compare.',
      'Going further': '- Write a problem of your own, and *solve it twice*.',
    },
  ],
  [
    /\bsub(stitute)?\b/i,
    {
      'Before the bell': '1. Take attendance.\n2. Hand out the notebooks.',
      'During the lesson': '- Read the instructions aloud.\n- Walk around.',
    },
  ],
  [/translat|famil/i, { 'Para las familias': 'Hoy practicamos **en clase**. Pregunten qué fue lo más difícil.' }],
  [/minutes|shorten/i, { 'The short version': '- 5 minutes: warm-up\n- 10 minutes: activity\n- 5 minutes: exit ticket' }],
]

const OUTLINE = {
  Objective: 'Students explain **what they did** and why it works.',
  'Warm-up': '- Look at one example.\n- Say what you see to a neighbor.',
  Activity: '1. Work in pairs.\n2. Compare with another pair.\n3. Write down one rule.',
  'Exit ticket': 'Solve one more, *alone*.',
}

/** Returns what a request is about, as a heading: 'Write an exit ticket about fractions.' is 'Exit ticket about fractions'. */
const subjectOf = (request: string): string => {
  const words = request
    .replaceAll(/\[[^\]]*\]/g, '')
    .trim()
    .replace(/^write (?:an?|the) |\.$/gi, '')
    .split(/\s+/)
  return words
    .slice(0, 8)
    .join(' ')
    .replace(/^./u, (first) => first.toUpperCase())
}

/** Returns the response to a message: a heading made of the first words of the teacher's request, and sections that fit its topic. */
export const markdownFor = (message: string): string => {
  const prompt = message.split("The teacher's request:").at(-1) ?? message
  const sections = PLANS.find(([about]) => about.test(prompt))?.[1] ?? OUTLINE
  const written = Object.entries(sections).map(([heading, text]) => `### ${heading}\n\n${text}`)
  return [`## ${subjectOf(prompt)}`, ...written].join('\n\n')
}

/** A response full of script injection attempts. */
export const SCRIPTS = [
  '## Fractions <script>alert(1)</script>',
  '<img src=x onerror="alert(2)"> and <iframe src="https://evil.example"></iframe>',
  '[Press here](javascript:alert(3)) or [here](https://school.example/ "fine")',
  '![a picture](https://evil.example/seen.png)',
  '<div style="position:fixed;inset:0" onclick="alert(4)">Over everything</div>',
  '```html\n<script>alert(5)</script>\n```',
].join('\n\n')

/** Splits text into tokens of up to four characters. */
export const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,4}/gu) ?? []
