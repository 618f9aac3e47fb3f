-- allows: 0034_one_table_of_limits
-- One row for each server that shares the database, so that the dashboard shows all of them.
CREATE TABLE "servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"figures" json NOT NULL
);
