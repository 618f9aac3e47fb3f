-- Whoever looks after the platform sees who signs in and who fails to, how many teachers are active, and can hold back writes.
CREATE TABLE "maintenance" (
	"is_only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"words" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "maintenance_one_row" CHECK ("maintenance"."is_only_row")
);
--> statement-breakpoint
CREATE TABLE "active_teachers" (
	"month" text PRIMARY KEY NOT NULL,
	"teachers" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "failed_sign_ins" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"wrong" integer DEFAULT 0 NOT NULL,
	"locked" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "network" text;--> statement-breakpoint
CREATE INDEX "audit_log_by_act" ON "audit_log" USING btree ("act","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_subject" ON "audit_log" USING btree ("subject_id","id");