-- Mails to many: what they say, and which mails are theirs.
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"segment" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"prepared_at" timestamp with time zone,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "mails_of_campaign" ON "mails" USING btree ("about","id") WHERE "mails"."kind" = 'campaign';