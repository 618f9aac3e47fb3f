/** What the browser has of Node: nothing. The types of pdfmake ask for Node's, which would come with all their globals. */
export {}
