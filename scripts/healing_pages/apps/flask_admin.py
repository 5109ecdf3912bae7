"""Flask-Admin over two SQLAlchemy models."""

from pathlib import Path

from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.sqla import ModelView
from flask_sqlalchemy import SQLAlchemy


def main(port: int, folder: Path) -> None:
    app = Flask("shop")
    app.config.update(SECRET_KEY="loopback", SQLALCHEMY_DATABASE_URI=f"sqlite:///{folder / 'shop.db'}")
    db = SQLAlchemy(app)

    class Customer(db.Model):
        id = db.Column(db.Integer, primary_key=True)
        name = db.Column(db.String(80), nullable=False)
        email = db.Column(db.String(120))
        active = db.Column(db.Boolean, default=True)
        joined = db.Column(db.Date)

        def __str__(self) -> str:
            return self.name

    class Order(db.Model):
        id = db.Column(db.Integer, primary_key=True)
        reference = db.Column(db.String(20))
        amount = db.Column(db.Numeric(10, 2))
        note = db.Column(db.Text)
        customer_id = db.Column(db.ForeignKey(Customer.id))
        customer = db.relationship(Customer)

    class CustomerView(ModelView):
        column_searchable_list = ("name", "email")
        column_filters = ("active", "joined")
        can_export = True

    admin = Admin(app, name="Shop")
    admin.add_view(CustomerView(Customer, db, name="Customers", endpoint="customers"))
    admin.add_view(ModelView(Order, db, name="Orders", endpoint="orders"))
    with app.app_context():
        db.create_all()
        for name in ("Mira Falk", "Jonas Bright", "Lucia Paz", "Tomasz Wilk", "Hana Ito"):
            person = Customer(name=name, email=f"{name.split()[0].lower()}@mail.example")
            db.session.add(person)
            for count in range(2):
                db.session.add(
                    Order(reference=f"{name[:2].upper()}-{count + 17}", amount=40 + count, customer=person)
                )
        db.session.commit()
    app.run("127.0.0.1", port)
