-- A deleted template is kept for 30 days, so that Undo brings back that very one.
ALTER TABLE "templates" ADD COLUMN "deleted_at" timestamp with time zone;