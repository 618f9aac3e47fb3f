/** Rejects non-native English in comments, in the strings in src, and in the documentation. */

/** @typedef {import('./layout-rules.mjs').Project} Project */

const CODE = /^(?:src|test|scripts|bench)\/.*\.(?:ts|tsx|mjs|cjs|js|css)$/
const DOCS = /^(?:docs\/.*|README)\.md$/
const TEXTS = /^src\/(?!.*\.test\.)/
/** Exempt, because it quotes the patterns. */
const OWN_TEST = 'scripts/check-layout.test.mjs'

/** Strings come first, so that `//` in a string doesn't start a comment. */
const STRING_OR_COMMENT =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|(?<![:\w/'"`\\])\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g

/** Checked only in comments. On screen, "Who can see it" is a good heading. */
const NO_ACTOR = /(?:^|[.:;] )(?:Who|Whoever|Whom|Whose)\b(?![^.]*\?)/
/** Each pattern with its replacement. @type {[RegExp, string][]} */
const PATTERNS = [
  [/\bwhoever\b/i, 'name the actor'],
  [/\b(?:stands(?! for\b| in\b)|stood|standing)\b/i, 'is, appears or remains'],
  [/\banew\b/i, 'again'],
  [/\bof (?:whom|whose)\b/i, 'put the subject first'],
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|different\b|op\b)[a-z]+/i, "isn't a"],
  [/\bany more\b(?! \w)/i, 'no longer'],
  [/\bhears?\b/i, 'receives, or is notified of'],
  [/\blook(?:s|ed)? after\b/i, 'manages, or platform admin'],
  [/\bby (?:the|whose) clock of\b/i, 'in the time zone of'],
]
/** Exempt: idioms and inline code. */
const EXCEPTIONS = /`[^`]*`|\bstanding instructions\b/g

/**
 * Reports comments, strings in src, and lines of the documentation that match one of these patterns.
 * @param {Project} project
 */
export const foreignEnglish = (project) => [...inCode(project), ...inDocs(project)]

/** @param {Project} project */
const inDocs = ({ files, read }) =>
  files
    .filter((file) => DOCS.test(file))
    .flatMap((file) =>
      withoutCode(read(file))
        .split('\n')
        .flatMap((line, at) => {
          const problem = problemOf(line.replace(/^\W*\*\*[^*]*\*\*|^[\s#>*|-]+/, ''), !line.includes('|'))
          return problem ? [`${file}:${at + 1}: ${problem}`] : []
        }),
    )

/**
 * Returns a document without its code blocks. Keeps their line breaks, so that line numbers don't change.
 * @param {string} text
 */
const withoutCode = (text) => text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))

/** @param {Project} project */
const inCode = ({ files, read }) =>
  files
    .filter((file) => CODE.test(file) && file !== OWN_TEST)
    .flatMap((file) => {
      const code = read(file)
      return [...code.matchAll(STRING_OR_COMMENT)].flatMap(({ 0: found, index }) => {
        const isComment = /^\/[/*]/.test(found)
        if (!isComment && !TEXTS.test(file)) return []
        const problem = problemOf(isComment ? proseOf(found) : found.slice(1, -1), isComment)
        return problem ? [`${file}:${code.slice(0, index).split('\n').length}: ${problem}`] : []
      })
    })

/**
 * Returns a comment's text on one line, without comment markers.
 * @param {string} comment
 */
const proseOf = (comment) =>
  comment
    .replace(/^\/\*+|\*\/$/g, '')
    .replace(/^[ \t]*(?:\/\/|\*)/gm, '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * @param {string} text
 * @param {boolean} isComment
 */
function problemOf(text, isComment) {
  const plain = text.replace(EXCEPTIONS, '…')
  const [actor] = (isComment && NO_ACTOR.exec(plain)) || []
  if (actor) return `'${actor.replace(/^[.:;] /, '')} …' has no antecedent. Name the actor`
  for (const [pattern, instead] of PATTERNS) {
    const [found] = pattern.exec(plain) ?? []
    if (found) return `'${found}': write plainer English (${instead})`
  }
  return undefined
}
