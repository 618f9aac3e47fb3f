/** Intentionally empty. The pdfmake types reference Node's types, which would declare all of Node's globals in browser code. */
export {}
