-- Mail to one address is limited; what people wait for leaves the queue first.
CREATE TABLE "mail_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"level" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "jobs_due";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "is_urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "mail_limits_by_age" ON "mail_limits" USING btree ("at");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("is_urgent" DESC NULLS FIRST,"run_at","id") WHERE "jobs"."gave_up_at" is null;