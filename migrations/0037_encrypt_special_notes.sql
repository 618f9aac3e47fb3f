-- Special notes are stored encrypted. SQL doesn't have the keys, so the notes wait in a table until a server encrypts them at its start.
-- Servers of the version before would miss the columns.
-- allows: nothing older
CREATE TABLE "unsealed_notes" (
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"html" text NOT NULL,
	CONSTRAINT "unsealed_notes_user_id_name_pk" PRIMARY KEY("user_id","name")
);
--> statement-breakpoint
ALTER TABLE "unsealed_notes" ADD CONSTRAINT "unsealed_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Otherwise, the statistics would contain notes.
ALTER TABLE "unsealed_notes" ALTER COLUMN "html" SET STATISTICS 0;--> statement-breakpoint
INSERT INTO "unsealed_notes" ("user_id", "name", "html")
SELECT "id", "name", "html" FROM "users", LATERAL (VALUES
	('emergencyProcedures', "emergency_procedures"),
	('studentNotes', "student_notes"),
	('substituteInstructions', "substitute_instructions")
) AS "notes" ("name", "html") WHERE "html" <> '';--> statement-breakpoint
-- Rewrites the table and its statistics. Dropping the columns alone would leave their texts in the file.
ALTER TABLE "users"
	ALTER COLUMN "emergency_procedures" TYPE text USING '',
	ALTER COLUMN "student_notes" TYPE text USING '',
	ALTER COLUMN "substitute_instructions" TYPE text USING '';--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "emergency_procedures";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "student_notes";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "substitute_instructions";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sealed_emergency_procedures" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sealed_student_notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sealed_substitute_instructions" text DEFAULT '' NOT NULL;
