-- One table for scheduled and queued work, which any number of servers share, and a record of each run (docs/decisions/0017).
CREATE TABLE "job_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" bigint NOT NULL,
	"name" text NOT NULL,
	"try" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"schedule" text,
	"payload" json NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"run_id" uuid,
	"claimed_until" timestamp with time zone,
	"gave_up_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "job_runs_by_age" ON "job_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "job_runs_open" ON "job_runs" USING btree ("job_id") WHERE "job_runs"."outcome" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_one_a_schedule" ON "jobs" USING btree ("name") WHERE "jobs"."schedule" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_by_run" ON "jobs" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at","id") WHERE "jobs"."gave_up_at" is null;