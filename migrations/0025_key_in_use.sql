-- A database says with which key it is used, so that a server with another one does not start.
CREATE TABLE "key_in_use" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "key_in_use_is_one_row" CHECK ("key_in_use"."id" = 1)
);
