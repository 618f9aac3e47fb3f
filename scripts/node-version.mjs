/**
 * Exits with a one-line message if Node is too old for Firstbell. Scripts import this file first. Its syntax must stay simple enough for
 * old versions of Node to parse.
 */
var found = process.versions.node.split('.')
var major = Number(found[0])
var minor = Number(found[1])

if (major < 20 || (major === 20 && minor < 19)) {
  console.error('Firstbell needs Node 20.19 or newer. This is Node ' + process.versions.node + '.')
  process.exit(1)
}
