-- Undo goes back over what was taken back since: an operation says which one it took back.
ALTER TABLE "calendar_operations" ADD COLUMN "undoes" uuid;