-- One table for all limits that servers share. Servers of the version before still use "sign_in_attempts" and "mail_limits", which a later
-- migration deletes.
CREATE TABLE "limits" (
	"key" text PRIMARY KEY NOT NULL,
	"level" double precision NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"burst" double precision NOT NULL,
	"per_hour" double precision NOT NULL
);
--> statement-breakpoint
CREATE INDEX "limits_by_age" ON "limits" USING btree ("at");--> statement-breakpoint
INSERT INTO "limits" SELECT "key", "level", "at", "burst", "per_hour" FROM "sign_in_attempts";--> statement-breakpoint
-- The next claim sets the burst and the rate of its limit. Until then, a bucket drains like the slowest one.
INSERT INTO "limits" SELECT 'mail ' || "key", "level", "at", 10, 10 / 24.0 FROM "mail_limits";
