-- The list of changes that teachers can undo says what each of them did.
ALTER TABLE "calendar_operations" ADD COLUMN "about" json;