-- Requests with an Idempotency-Key get a table, with the first answer to each. Servers of the version before carry such a request out again.
-- allows: 0037_encrypt_special_notes
CREATE TABLE "idempotency_keys" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"network" text,
	"request" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"answer" text,
	"size" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_of_user" ON "idempotency_keys" USING btree ("user_id","claimed_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_of_network" ON "idempotency_keys" USING btree ("network","claimed_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("claimed_at");
